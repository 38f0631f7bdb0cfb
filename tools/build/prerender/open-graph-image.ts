import { openGraphImageSize } from '@portico/shared/release/prerender.ts'
import type { Site } from '@portico/shared/site/site.ts'
import sharp from 'sharp'
import { type Lettering, openLettering } from './lettering.ts'

const { width, height } = openGraphImageSize
const margin = 88
const textWidth = 760 // what is right of it belongs to the drawing

/** The image that previews show of the site: who it is, in the dark colours of the style sheet `tokens`. A PNG. */
export function drawOpenGraphImage(
  { name, headline }: Pick<Site, 'name' | 'headline'>,
  tokens: string,
): Promise<Buffer> {
  const colour = coloursOf(tokens)
  const names = fit(name, { weight: 800, sizes: [104, 84, 64, 48], maxLines: 2 })
  const lines = fit(headline, { weight: 500, sizes: [44, 36, 30], maxLines: 3 })
  const top = (height - names.height - 36 - lines.height) / 2
  const end = names.lines.at(-1)
  const dotX = margin + (end?.width ?? 0) + names.size * 0.22
  const dotY = baseLineOf(names, top, names.lines.length - 1) - names.size * 0.09
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="${colour('bg')}"/>
${drawing(colour)}
<g fill="${colour('text')}">${stacked(names, top)}</g>
<circle cx="${dotX}" cy="${dotY}" r="${names.size * 0.09}" fill="${colour('accent')}"/>
<g fill="${colour('muted')}">${stacked(lines, top + names.height + 36)}</g>
</svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()
}

interface Fitted {
  readonly lines: readonly Lettering[]
  readonly size: number
  readonly height: number
}

const lineHeight = 1.15

/** `text` in the largest of `sizes` at which it has room; what has none at the smallest is cut off. */
function fit(
  text: string,
  { weight, sizes, maxLines }: { weight: number; sizes: readonly number[]; maxLines: number },
): Fitted {
  const letterer = openLettering(weight)
  const tried = sizes.map((size) => ({ size, lines: letterer.lines(text, size, textWidth) }))
  const fitting = tried.find(
    ({ lines }) => lines.length <= maxLines && lines.every((line) => line.width <= textWidth),
  )
  const { size, lines } = fitting ?? tried.at(-1) ?? { size: 0, lines: [] }
  const shown = lines.slice(0, maxLines)
  return { size, lines: shown, height: shown.length * size * lineHeight }
}

function stacked(text: Fitted, top: number): string {
  const lines = text.lines.map(({ shape }, index) => {
    return `<path transform="translate(${margin} ${baseLineOf(text, top, index)})" d="${shape}"/>`
  })
  return lines.join('')
}

function baseLineOf({ size }: Fitted, top: number, index: number): number {
  return top + (index + 0.78) * size * lineHeight
}

const tile = 126 // a fifth of the height

/** Quarter circles beside the text, in the accent's tones. */
function drawing(colour: (name: string) => string): string {
  const shapes = [
    [0, 0, 0.9],
    [1, 0, 0.25],
    [1, 1, 0.55],
    [0, 2, 0.25],
    [1, 2, 0.9],
    [0, 3, 0.55],
    [1, 3, 0.25],
    [0, 4, 0.9],
    [1, 4, 0.55],
  ] as const
  return shapes
    .map(([column, row, strength], index) => {
      const x = width - (2 - column) * tile
      const turn = `rotate(${(index % 4) * 90} ${x + tile / 2} ${row * tile + tile / 2})`
      const d = `M${x} ${row * tile}h${tile}a${tile} ${tile} 0 0 1 ${-tile} ${tile}z`
      return `<path transform="${turn}" fill="${colour('accent')}" opacity="${strength}" d="${d}"/>`
    })
    .join('')
}

/** The dark one of each pair `--color-<name>: light-dark(<light>, <dark>)`. */
function coloursOf(tokens: string): (name: string) => string {
  return (name) => {
    const found = new RegExp(`--color-${name}: light-dark\\([^,]+, (#[0-9a-f]{6})\\)`).exec(tokens)?.[1]
    if (found === undefined)
      throw new Error(`shell/layout/styles/tokens.css has no pair of colours --color-${name}.`)
    return found
  }
}
