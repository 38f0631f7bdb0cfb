import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResponsiveImage } from '@portico/shared/content/blocks.ts'
import sharp from 'sharp'
import { writeAtomically } from '../system/write-atomically.ts'
import type { MakeImage } from './read-markdown.ts'

/** Widths in pixels: a card on a phone, a card on a wide screen, a case study, and a case study on a dense screen. */
const widths = [400, 800, 1200, 1600]

/**
 * Best first. Qualities at which an image looks like the original next to it. With more effort for AVIF, a build takes four
 * times as long for files that are 5 % smaller.
 */
const formats = [
  { ending: 'avif', type: 'image/avif', options: { quality: 55, effort: 3 } },
  { ending: 'webp', type: 'image/webp', options: { quality: 80, effort: 4 } },
] as const

/** Marks an address that is relative to the release; content never contains this character. */
export const addressMark = '\0'

interface ImageOptions {
  /** Folder of the originals. */
  readonly originals: string
  /** Folder that caches results by the hash of the original and of the formats. */
  readonly cache: string
  /** Adds a file to the release. */
  emit(name: string, content: Buffer): void
}

/** Creates a MakeImage that writes several sizes and formats; addresses begin with `addressMark`. */
export function createMakeImage({ originals, cache, emit }: ImageOptions): MakeImage {
  return async ({ file, alt }, fail) => {
    const path = join(originals, file)
    if (/[/\\]/.test(file) || !existsSync(path)) throw fail(`there is no file ${file} in content/images`)
    const original = await readFile(path)
    const { width, height } = await sharp(original).metadata()
    const hash = createHash('sha256')
      .update(original)
      .update(JSON.stringify(formats))
      .digest('hex')
      .slice(0, 8)
    const stem = `${file.replace(/\.[a-z]+$/, '')}-${hash}`
    const usedWidths = [
      ...new Set([...widths.filter((targetWidth) => targetWidth < width), Math.min(width, 1600)]),
    ]
    const sources = await Promise.all(
      formats.map(async ({ ending, type, options }) => ({
        type,
        files: await Promise.all(
          usedWidths.map(async (targetWidth) => {
            const name = `${stem}-${targetWidth}.${ending}`
            const render = () => sharp(original).rotate().resize(targetWidth)[ending](options).toBuffer()
            emit(`media/${name}`, await readOrCreate(join(cache, name), render))
            return { address: `${addressMark}media/${name}`, width: targetWidth }
          }),
        ),
      })),
    )
    return { alt, width, height, sources } satisfies ResponsiveImage
  }
}

async function readOrCreate(path: string, render: () => Promise<Buffer>): Promise<Buffer> {
  if (existsSync(path)) return readFile(path)
  const bytes = await render()
  await writeAtomically(path, bytes) // two remotes may make the same image at the same time
  return bytes
}
