import type { Operation } from '@portico/kit/api/api-description.ts'
import sharp from 'sharp'
import { drawBlockText } from './block-text.ts'
import { fitInBox, wrapSvg } from './draw-sample.ts'

const photo = { width: 360, height: 240 } // pixels
const margin = 40
const label = 48

/** The photos side by side in a frame with the name of the operation, labelled as a sample. */
export async function drawPhotoFrame({ name }: Operation, photos: readonly Buffer[]): Promise<Buffer> {
  const width = margin + photos.length * (photo.width + margin)
  const height = photo.height + 2 * margin + 2 * label
  const box = (y: number) => ({ x: margin, y, width: width - 2 * margin, height: label / 2 })
  const frame = wrapSvg(width, height, [
    `<rect width="${width}" height="${height}" fill="#f4efe6"/>`,
    `<rect x="8" y="8" width="${width - 16}" height="${height - 16}" fill="none" stroke="#a98b5d" stroke-width="8"/>`,
    fitInBox(
      drawBlockText(name, { perLine: 30, maxLines: 1 }),
      box(photo.height + margin + label * 0.6),
      '#3b3128',
    ),
    fitInBox(
      drawBlockText('Sandbox sample', { perLine: 30 }),
      box(photo.height + margin + label * 1.4),
      '#7a6a55',
    ),
  ])
  const cut = await Promise.all(
    photos.map((bytes) => sharp(bytes).resize(photo.width, photo.height, { fit: 'cover' }).png().toBuffer()),
  )
  const layers = cut.map((input, index) => ({
    input,
    top: margin,
    left: margin + index * (photo.width + margin),
  }))
  return sharp(Buffer.from(frame)).composite(layers).png().toBuffer()
}
