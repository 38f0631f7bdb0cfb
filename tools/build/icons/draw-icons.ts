import { siteIconColor, siteIconSvg, siteIcons } from '@portico/protocol/site/site-icon.ts'
import sharp, { type Sharp } from 'sharp'
import { toIco } from './to-ico.ts'

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
