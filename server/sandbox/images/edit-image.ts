import type { PixelEdit } from '@portico/shared/api/edit-pixels.ts'
import sharp from 'sharp'

const maxSide = 480 // pixels; an edit of as many takes about 35 ms of the server's one thread

/** The picture with its pixels changed, as PNG, at most 480 pixels wide and high. */
export async function editImage(picture: Buffer, edit: PixelEdit): Promise<Buffer> {
  const { data, info } = await shrunk(picture).raw().toBuffer({ resolveWithObject: true })
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length)
  edit(pixels)
  const { width, height } = info
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

/** The picture, at most 480 pixels wide and high, times `scale` (from 0 to 5), as PNG. */
export async function rescaleImage(picture: Buffer, scale: number): Promise<Buffer> {
  const { data, info } = await shrunk(picture).raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  return sharp(data, { raw: { width, height, channels: 4 } })
    .resize(scaled(width), scaled(height), { fit: 'fill' })
    .png()
    .toBuffer()
}

function shrunk(picture: Buffer) {
  return sharp(picture)
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
}
