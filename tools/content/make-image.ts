import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResponsiveImage } from '@portico/kit/content/blocks.ts'
import { mediaFolder } from '@portico/protocol/site/media-folder.ts'
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
  { ending: 'avif', options: { quality: 55, effort: 3 } },
  { ending: 'webp', options: { quality: 80, effort: 4 } },
] as const

interface ImageOptions {
  /** Folder of the originals. */
  readonly originals: string
  /** Folder that caches results by the hash of the original and of the formats. */
  readonly cache: string
  /** Adds a file to the content. */
  emit(name: string, content: Buffer): void
}

/** Creates a MakeImage that writes several sizes and formats. */
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
    const makeFile = async (targetWidth: number, { ending, options }: (typeof formats)[number]) => {
      const name = `${stem}-${targetWidth}.${ending}`
      const render = () => sharp(original).rotate().resize(targetWidth)[ending](options).toBuffer()
      emit(name, await readOrCreate(join(cache, name), render))
      return { address: mediaFolder + name, width: targetWidth }
    }
    const [avif, webp] = await Promise.all(
      formats.map((format) => Promise.all(usedWidths.map((targetWidth) => makeFile(targetWidth, format)))),
    )
    const src = webp?.at(-1)?.address ?? ''
    return {
      alt,
      width,
      height,
      avif: toSourceSet(avif),
      webp: toSourceSet(webp),
      src,
    } satisfies ResponsiveImage
  }
}

function toSourceSet(files: readonly { readonly address: string; readonly width: number }[] = []): string {
  return files.map(({ address, width }) => `${address} ${width}w`).join(', ')
}

async function readOrCreate(path: string, render: () => Promise<Buffer>): Promise<Buffer> {
  if (existsSync(path)) return readFile(path)
  const bytes = await render()
  await writeAtomically(path, bytes) // two builds may make the same image at the same time
  return bytes
}
