import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Site } from '@portico/kit/site/site.ts'
import { openGraphImageSize } from '@portico/protocol/release/prerender.ts'
import { createElement as h } from 'react'
import satori, { type Font } from 'satori'
import sharp from 'sharp'

const { width, height } = openGraphImageSize
const margin = 88
const textWidth = 760 // the pattern is to the right of it
const lineHeight = 1.15

/** Draws the Open Graph image: a name and a line below it, in the dark colours of the style sheet `tokens`. A PNG. */
export async function drawOpenGraphImage(
  { name, headline }: Pick<Site, 'name' | 'headline'>,
  tokens: string,
): Promise<Buffer> {
  const color = createPalette(tokens)
  const text = await satori(renderText({ name, headline }, color), { width, height, fonts: loadFonts() })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="${color('bg')}"/>${drawPattern(color('accent'))}${text}</svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()
}

function renderText({ name, headline }: Pick<Site, 'name' | 'headline'>, color: (name: string) => string) {
  const size = chooseSize(name, { sizes: [104, 84, 64, 48], maxLines: 2 })
  const [last = '', ...others] = name.split(/\s+/).toReversed()
  const period = h('span', { style: { color: color('accent') } }, '.')
  const words = others.toReversed().map((word) => h('span', null, word))
  const title = {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: size / 4,
    overflow: 'hidden',
    maxWidth: textWidth,
    fontSize: size,
    fontWeight: 800,
    lineHeight,
    maxHeight: 2 * lineHeight * size,
    color: color('text'),
  } as const
  const subtitle = {
    display: 'block',
    maxWidth: textWidth,
    marginTop: 36,
    lineHeight,
    lineClamp: 3,
    color: color('muted'),
    fontSize: chooseSize(headline, { sizes: [44, 36, 30], maxLines: 3 }),
    fontWeight: 500,
    wordBreak: 'break-word',
  } as const
  return h(
    'div',
    {
      style: {
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'center',
        width,
        height,
        padding: margin,
        fontFamily: 'Figtree, Figtree Extended',
      },
    },
    h('div', { style: title }, ...words, h('span', { style: { display: 'flex' } }, last, period)),
    h('div', { style: subtitle }, headline),
  )
}

const averageLetterWidth = 0.56 // of the font size, in Figtree

/** The largest of `sizes` at which the text fits, by the average width of a letter; the smallest when none does. */
function chooseSize(
  text: string,
  { sizes, maxLines }: { readonly sizes: readonly number[]; readonly maxLines: number },
): number {
  const longestWord = Math.max(...text.split(/\s+/).map(({ length }) => length))
  const fits = (size: number) => {
    const lettersPerLine = textWidth / (averageLetterWidth * size)
    return longestWord <= lettersPerLine && text.length <= lettersPerLine * maxLines * 0.9
  }
  return sizes.find(fits) ?? sizes.at(-1) ?? 0
}

// Western and central European letters; Satori falls back from the first family to the second.
function loadFonts(): Font[] {
  const files = { Figtree: 'latin', 'Figtree Extended': 'latin-ext' }
  return ([500, 800] as const).flatMap((weight) =>
    Object.entries(files).map(([name, letters]) => {
      const file = `@fontsource/figtree/files/figtree-${letters}-${weight}-normal.woff`
      return { name, weight, style: 'normal', data: readFileSync(fileURLToPath(import.meta.resolve(file))) }
    }),
  )
}

const tile = 126 // a fifth of the height
const pattern = [
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

/** Quarter circles in two columns at the right edge. */
function drawPattern(accent: string): string {
  return pattern
    .map(([column, row, opacity], index) => {
      const x = width - (2 - column) * tile
      const rotation = `rotate(${(index % 4) * 90} ${x + tile / 2} ${row * tile + tile / 2})`
      const d = `M${x} ${row * tile}h${tile}a${tile} ${tile} 0 0 1 ${-tile} ${tile}z`
      return `<path transform="${rotation}" fill="${accent}" opacity="${opacity}" d="${d}"/>`
    })
    .join('')
}

/** The dark value of each pair `--color-<name>: light-dark(<light>, <dark>)`. */
function createPalette(tokens: string): (name: string) => string {
  return (name) => {
    const [, rest = ''] = tokens.split(`--color-${name}: light-dark(`, 2)
    const value = /^[^,]+, (#[0-9a-f]{6})\)/.exec(rest)?.[1]
    if (value === undefined)
      throw new Error(`shell/layout/styles/tokens.css must define --color-${name} as light-dark(#…, #…).`)
    return value
  }
}
