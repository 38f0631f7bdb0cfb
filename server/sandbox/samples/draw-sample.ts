import type { Operation } from '@portico/kit/api/api-description.ts'
import type { Values } from '@portico/kit/api/validate-values.ts'
import sharp from 'sharp'
import { drawBlockText } from './block-text.ts'

const defaultSide = 512 // pixels
const maxSide = 1600 // a visitor may ask for a window of any size

/** An image with the texts of the request in block letters, labelled as a sample. */
export function drawSample(operation: Operation, values: Values): Promise<Buffer> {
  const side = (name: string) => Math.min(Number(values[name]) || defaultSide, maxSide)
  const size = { width: side('width'), height: side('height') }
  return sharp(Buffer.from(renderSampleSvg(operation, values, { ...size, turn: 0 })))
    .png()
    .toBuffer()
}

interface Look {
  readonly width: number
  readonly height: number
  /** Degrees by which the hues are rotated. */
  readonly turn: number
}

/** The sample as an SVG made of shapes only. */
function renderSampleSvg(operation: Operation, values: Values, { width, height, turn }: Look): string {
  const hue = (getHue(operation, values) + turn) % 360
  const lines = [
    {
      text: drawBlockText(getTexts(operation, values).join(' ')),
      top: 0.2,
      share: 0.45,
      fill: `hsl(${hue} 90% 60%)`,
    },
    {
      text: drawBlockText(getVariant(operation, values), { perLine: 24, maxLines: 1 }),
      top: 0.73,
      share: 0.06,
      fill: '#c8ced8',
    },
    { text: drawBlockText('Sandbox sample', { perLine: 24 }), top: 0.87, share: 0.05, fill: '#8a93a3' },
  ]
  return wrapSvg(width, height, [
    `<rect width="${width}" height="${height}" fill="hsl(${(hue + 180) % 360} 35% 12%)"/>`,
    ...lines.map(({ text, top, share, fill }) =>
      fitInBox(text, { x: width * 0.08, y: height * top, width: width * 0.84, height: height * share }, fill),
    ),
  ])
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A text centred in a box, as large as fits. */
function fitInBox(text: ReturnType<typeof drawBlockText>, box: Box, fill: string): string {
  const scale = Math.min(box.width / text.width, box.height / text.height)
  const x = box.x + (box.width - text.width * scale) / 2
  const y = box.y + (box.height - text.height * scale) / 2
  return `<path transform="translate(${x} ${y}) scale(${scale})" fill="${fill}" d="${text.path}"/>`
}

function wrapSvg(width: number, height: number, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`
}

function getTexts({ parameters, name }: Operation, values: Values): string[] {
  const own = parameters.map((parameter) => parameter.name)
  const texts = ['text', 'text_1', 'text_2', 'q', 'site', 'username'].filter((text) => own.includes(text))
  return texts.length > 0 ? texts.map((text) => values[text] ?? '') : [name]
}

function getVariant({ variants, name }: Operation, values: Values): string {
  return variants?.names[String(Number(values[variants.param]))] ?? name
}

// Each variant gets its own colour: steps of the golden angle never come close to an earlier one.
const goldenAngle = 137.5

function getHue({ variants, code }: Operation, values: Values): number {
  const number = variants ? Number(values[variants.param]) : code.length
  return Math.round((number || 0) * goldenAngle) % 360
}

const side = 256 // pixels
const frames = 12
const frameMs = 150 // the hues rotate in 1.8 s, so nothing flashes

/** An animated GIF with the text of the request in rotating hues. */
export async function drawAnimation(operation: Operation, values: Values): Promise<Buffer> {
  const pages: Buffer[] = []
  for (let frame = 0; frame < frames; frame += 1) {
    const look = { width: side, height: side, turn: (360 / frames) * frame }
    pages.push(
      await sharp(Buffer.from(renderSampleSvg(operation, values, look)))
        .ensureAlpha()
        .raw()
        .toBuffer(),
    )
  }
  const raw = { width: side, height: side * frames, channels: 4, pageHeight: side } as const
  return sharp(Buffer.concat(pages), { raw })
    .gif({ delay: pages.map(() => frameMs), loop: 0 })
    .toBuffer()
}

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
