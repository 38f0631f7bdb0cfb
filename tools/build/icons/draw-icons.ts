import { siteIconColor, siteIconSvg, siteIcons } from '@portico/protocol/site/site-icon.ts'
import sharp, { type Sharp } from 'sharp'

const faviconSizes = [16, 32, 48]
const safeZone = 0.8 // of a maskable icon

/** Draws every icon of the site from its SVG: content by file name. */
export async function drawIcons(): Promise<Readonly<Record<string, Buffer>>> {
  const { favicon, touch, small, large, maskable } = siteIcons
  const images = faviconSizes.map(async (size) => ({ size, png: await draw(size) }))
  return {
    [favicon.file]: toIco(await Promise.all(images)),
    [touch.file]: await drawFilled(touch.size, touch.size),
    [small.file]: await draw(small.size),
    [large.file]: await draw(large.size),
    [maskable.file]: await drawFilled(maskable.size, Math.round(maskable.size * safeZone)),
  }
}

/** The unchanged icon, with transparent corners. */
function draw(size: number): Promise<Buffer> {
  return toPng(sharp(Buffer.from(siteIconSvg), { density: 72 * (size / 32) }).resize(size, size))
}

/** The icon, `inner` pixels wide, in the middle of a square of its own colour. */
async function drawFilled(size: number, inner: number): Promise<Buffer> {
  const icon = await draw(inner)
  const square = sharp({ create: { width: size, height: size, channels: 3, background: siteIconColor } })
  return toPng(square.composite([{ input: icon }]))
}

function toPng(image: Sharp): Promise<Buffer> {
  return image.png({ compressionLevel: 9, palette: true }).toBuffer()
}

/** An image of an ICO file. */
interface IcoImage {
  /** Its side in pixels, at most 255. */
  readonly size: number
  readonly png: Buffer
}

const headerBytes = 6
const entryBytes = 16
const typeIcon = 1
const bitsPerPixel = 32

/** Puts PNG images into one ICO file: a header, an entry for each image, and the images. */
function toIco(images: readonly IcoImage[]): Buffer {
  const table = Buffer.alloc(headerBytes + entryBytes * images.length)
  table.writeUInt16LE(typeIcon, 2)
  table.writeUInt16LE(images.length, 4)
  let offset = table.length
  for (const [index, { size, png }] of images.entries()) {
    const entry = headerBytes + entryBytes * index
    table.writeUInt8(size, entry)
    table.writeUInt8(size, entry + 1)
    table.writeUInt16LE(1, entry + 4) // colour planes
    table.writeUInt16LE(bitsPerPixel, entry + 6)
    table.writeUInt32LE(png.length, entry + 8)
    table.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([table, ...images.map(({ png }) => png)])
}
