import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OwnerContentSchema } from '@portico/kit/content/content.ts'
import type { ProjectSource } from '@portico/kit/content/content-sources.ts'
import { createContent } from '@portico/kit/content/create-content.ts'
import { mediaFolder } from '@portico/protocol/site/media-folder.ts'
import * as v from 'valibot'
import { createMakeImage } from '../content/make-image.ts'
import { contentFolder, readContent } from '../content/read-content.ts'
import { writeAtomically } from '../system/write-atomically.ts'
import { drawOpenGraphImage } from './prerender/open-graph-image.ts'
import { readPrerenderInputs } from './prerender-inputs.ts'

/** The file that the server reads. */
const contentFile = 'content.json'

interface ContentBuild {
  /** The project. */
  readonly root: string
  /** Where the folder `content` is, by default in the project. */
  readonly source?: string
  /** Gets the file, and the images in `media/`. */
  readonly output: string
}

/**
 * Builds the owner's content: one file with every text, and the images in several sizes. A server that runs takes it from
 * then on; images of before stay, because open pages show them. Throws a ContentError that names file and line of a mistake.
 */
export async function buildContent({ root, source = root, output }: ContentBuild): Promise<void> {
  const images = new Map<string, Buffer>()
  const emit = (name: string, image: Buffer) => void images.set(name, image)
  const cache = join(root, '.cache', 'images')
  const makeImage = createMakeImage({ originals: join(source, contentFolder, 'images'), cache, emit })
  const { projects, ...content } = await readContent({ root: source, makeImage })
  const { tokensText } = readPrerenderInputs(root)
  const withPreviews: ProjectSource[] = []
  for (const project of projects) {
    const { name, bytes } = await drawPreview(project, { cache, tokensText })
    emit(name, bytes)
    withPreviews.push({ ...project, preview: mediaFolder + name })
  }
  const parsed = v.parse(OwnerContentSchema, createContent({ ...content, projects: withPreviews }))
  for (const [name, image] of images) {
    const file = join(output, 'media', name)
    if (!existsSync(file)) await writeAtomically(file, image)
  }
  await writeAtomically(join(output, contentFile), Buffer.from(JSON.stringify(parsed)))
}

/** Draws the Open Graph image of a project's page, unless it has been drawn before. */
async function drawPreview(
  { name, summary }: ProjectSource,
  { cache, tokensText }: { readonly cache: string; readonly tokensText: string },
): Promise<{ name: string; bytes: Buffer }> {
  const key = JSON.stringify([name, summary, tokensText])
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16)
  const file = `open-graph-${hash}.png`
  const path = join(cache, file)
  if (!existsSync(path))
    await writeAtomically(path, await drawOpenGraphImage({ name, headline: summary }, tokensText))
  return { name: file, bytes: await readFile(path) }
}
