import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResponsiveImage } from '@portico/shared/content/blocks.ts'
import sharp from 'sharp'
import type { MakeImage } from './read-markdown.ts'

/** Widths in pixels: a card on a phone, a card on a wide screen, a case page, and that on a dense screen. */
const widths = [400, 800, 1200, 1600]

/** Best first; qualities at which these formats cannot be told from the original beside it. */
const formats = [
  { ending: 'avif', type: 'image/avif', options: { quality: 55, effort: 4 } },
  { ending: 'webp', type: 'image/webp', options: { quality: 80, effort: 4 } },
] as const

/** Stands before an address that the built module completes with its own; no text of an owner holds this sign. */
export const addressMark = '\0'

interface ImageOptions {
  /** Folder with the originals. */
  readonly from: string
  /** Folder that keeps what was made, by the hash of what it was made from. */
  readonly cache: string
  /** Puts a file into the release. */
  emit(name: string, content: Buffer): void
}

/** Makes images of several sizes and formats, once for each original; their addresses begin with `addressMark`. */
export function imageMaker({ from, cache, emit }: ImageOptions): MakeImage {
  return async ({ file, alt }, fail) => {
    const path = join(from, file)
    if (/[/\\]/.test(file) || !existsSync(path)) throw fail(`content/images has no file ${file}`)
    const original = await readFile(path)
    const { width, height } = await sharp(original).metadata()
    const hash = createHash('sha256').update(original).digest('hex').slice(0, 8)
    const stem = `${file.replace(/\.[a-z]+$/, '')}-${hash}`
    const fitting = [...new Set([...widths.filter((wanted) => wanted < width), Math.min(width, 1600)])]
    const sources = await Promise.all(
      formats.map(async ({ ending, type, options }) => ({
        type,
        files: await Promise.all(
          fitting.map(async (wanted) => {
            const name = `${stem}-${wanted}.${ending}`
            const make = () => sharp(original).rotate().resize(wanted)[ending](options).toBuffer()
            emit(`media/${name}`, await kept(join(cache, name), make))
            return { address: `${addressMark}media/${name}`, width: wanted }
          }),
        ),
      })),
    )
    return { alt, width, height, sources } satisfies ResponsiveImage
  }
}

async function kept(path: string, make: () => Promise<Buffer>): Promise<Buffer> {
  if (existsSync(path)) return readFile(path)
  const made = await make()
  await mkdir(join(path, '..'), { recursive: true })
  // Beside and renamed: a build that is stopped here leaves no half image, and two remotes may make the same one at once.
  const beside = `${path}.${randomUUID()}.tmp`
  await writeFile(beside, made)
  await rename(beside, path)
  return made
}
