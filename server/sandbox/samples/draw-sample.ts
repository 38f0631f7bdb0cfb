import type { Operation } from '@portico/shared/api/api-description.ts'
import type { Values } from '@portico/shared/api/validate-values.ts'
import sharp from 'sharp'
import { drawBlockText } from './block-text.ts'

const defaultSide = 512 // pixels
const mostSide = 1600 // a visitor may ask for a window of any size

/** A picture with the texts of the call in block letters, marked as a sample of the sandbox. */
export function drawSample(operation: Operation, values: Values): Promise<Buffer> {
  const side = (name: string) => Math.min(Number(values[name]) || defaultSide, mostSide)
  const size = { width: side('width'), height: side('height') }
  return sharp(Buffer.from(renderSampleSvg(operation, values, { ...size, turn: 0 })))
    .png()
    .toBuffer()
}

interface Look {
  readonly width: number
  readonly height: number
  /** Degrees by which the colours are turned. */
  readonly turn: number
}

/** The sample as an SVG that holds nothing but shapes. */
export function renderSampleSvg(operation: Operation, values: Values, { width, height, turn }: Look): string {
  const hue = (hueOf(operation, values) + turn) % 360
  const lines = [
    {
      text: drawBlockText(textsOf(operation, values).join(' ')),
      top: 0.2,
      tall: 0.45,
      fill: `hsl(${hue} 90% 60%)`,
    },
    {
      text: drawBlockText(variantOf(operation, values), { perLine: 24, mostLines: 1 }),
      top: 0.73,
      tall: 0.06,
      fill: '#c8ced8',
    },
    { text: drawBlockText('Sandbox sample', { perLine: 24 }), top: 0.87, tall: 0.05, fill: '#8a93a3' },
  ]
  return wrapSvg(width, height, [
    `<rect width="${width}" height="${height}" fill="hsl(${(hue + 180) % 360} 35% 12%)"/>`,
    ...lines.map(({ text, top, tall, fill }) =>
      fitInBox(text, { x: width * 0.08, y: height * top, width: width * 0.84, height: height * tall }, fill),
    ),
  ])
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A text in the middle of a box, as large as fits. */
export function fitInBox(text: ReturnType<typeof drawBlockText>, box: Box, fill: string): string {
  const scale = Math.min(box.width / text.width, box.height / text.height)
  const x = box.x + (box.width - text.width * scale) / 2
  const y = box.y + (box.height - text.height * scale) / 2
  return `<path transform="translate(${x} ${y}) scale(${scale})" fill="${fill}" d="${text.path}"/>`
}

/** The whole of an SVG. */
export function wrapSvg(width: number, height: number, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`
}

function textsOf({ parameters, name }: Operation, values: Values): string[] {
  const own = parameters.map((parameter) => parameter.name)
  const texts = ['text', 'text_1', 'text_2', 'q', 'site', 'username'].filter((text) => own.includes(text))
  return texts.length > 0 ? texts.map((text) => values[text] ?? '') : [name]
}

function variantOf({ variants, name }: Operation, values: Values): string {
  return variants?.names[String(Number(values[variants.param]))] ?? name
}

// Each variant has a colour of its own: steps of the golden angle never come close to an earlier one.
const goldenAngle = 137.5

function hueOf({ variants, code }: Operation, values: Values): number {
  const number = variants ? Number(values[variants.param]) : code.length
  return Math.round((number || 0) * goldenAngle) % 360
}
