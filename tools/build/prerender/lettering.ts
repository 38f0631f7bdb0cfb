import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

/** A line of text as a shape: nothing that is drawn depends on the fonts of the machine. */
export interface Lettering {
  /** Path of SVG, from the origin on the base line. */
  readonly shape: string
  /** In pixels. */
  readonly width: number
}

/** Draws text in the site's font. */
export interface Letterer {
  /** `text` in one line. */
  line(text: string, size: number): Lettering
  /** `text` in lines of at most `width` pixels; a word that is wider has a line of its own. */
  lines(text: string, size: number, width: number): Lettering[]
}

// The letters of western and of central Europe; others are left out.
const alphabets = ['latin', 'latin-ext']

/** Opens the site's font in a weight from 300 to 900, by hundreds. */
export function openLettering(weight: number): Letterer {
  const fonts = alphabets.map((letters) => openFont(`figtree-${letters}-${weight}-normal.woff2`))
  const line = (text: string, size: number) => drawLine(fonts, text, size)
  return {
    line,
    lines(text, size, width) {
      const lines: string[] = []
      for (const word of text.split(/\s+/)) {
        const longer = `${lines.at(-1)} ${word}`
        if (lines.length > 0 && line(longer, size).width <= width) lines[lines.length - 1] = longer
        else lines.push(word)
      }
      return lines.map((text) => line(text, size))
    },
  }
}

function openFont(file: string): Font {
  const font = create(readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/figtree/files/${file}`))))
  if ('fonts' in font) throw new Error(`${file} holds several fonts.`)
  return font
}

function drawLine(fonts: readonly Font[], text: string, size: number): Lettering {
  let width = 0
  const shapes: string[] = []
  for (const letters of runsOf(fonts, text)) {
    const scale = size / letters.font.unitsPerEm
    const { glyphs, positions } = letters.font.layout(letters.text)
    for (const [index, glyph] of glyphs.entries()) {
      shapes.push(glyph.path.scale(scale, -scale).translate(width, 0).toSVG())
      width += (positions[index]?.xAdvance ?? 0) * scale
    }
  }
  return { shape: shapes.join(''), width }
}

/** Neighbouring letters of one font, so that their distances are kept. */
function runsOf(fonts: readonly Font[], text: string): { font: Font; text: string }[] {
  const runs: { font: Font; text: string }[] = []
  for (const letter of text) {
    const font = fonts.find((candidate) => candidate.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
    if (font === undefined) continue
    const last = runs.at(-1)
    if (last?.font === font) last.text += letter
    else runs.push({ font, text: letter })
  }
  return runs
}
