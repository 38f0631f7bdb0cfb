import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { OwnerContentSchema } from '@portico/kit/content/content.ts'
import type { ProjectSource } from '@portico/kit/content/content-sources.ts'
import { createContent } from '@portico/kit/content/create-content.ts'
import { mediaFolder } from '@portico/protocol/site/media-folder.ts'
import * as v from 'valibot'
import { createMakeImage } from '../content/make-image.ts'
import { contentFolder, readContent } from '../content/read-content.ts'
import { writeAtomically } from '../system/write-atomically.ts'
import { readPrerenderInputs } from './prerender-inputs.ts'
import { drawOnce } from './site-image.ts'

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
  const inputs = readPrerenderInputs(root)
  const withPreviews: ProjectSource[] = []
  for (const project of projects) {
    const { name, summary: headline } = project
    const file = await drawOnce({ name, headline }, { folder: cache, ...inputs })
    emit(basename(file), await readFile(file))
    withPreviews.push({ ...project, preview: mediaFolder + basename(file) })
  }
  const parsed = v.parse(OwnerContentSchema, createContent({ ...content, projects: withPreviews }))
  for (const [name, image] of images) {
    const file = join(output, 'media', name)
    if (!existsSync(file)) await writeAtomically(file, image)
  }
  await writeAtomically(join(output, contentFile), Buffer.from(JSON.stringify(parsed)))
}
