/** The query of a font in a style sheet that is reduced to the basic characters. */
export const basicFontQuery = /^\?basic$/

const basicName = '-basic.woff2'

const ranges = [
  ['\u0020', '\u007e'],
  ['\u2018', '\u2019'],
  ['\u201c', '\u201d'],
] as const
const others = '\u00a0©·×–—•…↑↓−'

/** ASCII and the punctuation of the site's own texts; every other character loads the font's second file. */
export const basicCharacters = ranges.map(([first, last]) => listCharacters(first, last)).join('') + others

/**
 * What the basic font contains in addition to the characters: the weights of the site's styles, kerning, tabular figures, and
 * forms that some weights require. Without fractions, forms of other languages and hinting it is a seventh smaller.
 */
export const basicFontOptions = {
  variationAxes: { wght: { min: 400, max: 800 } },
  keepFeatures: ['kern', 'tnum', 'rvrn'],
  noHinting: true,
}

function listCharacters(first: string, last: string): string {
  const start = first.charCodeAt(0)
  const codes = Array.from({ length: last.charCodeAt(0) - start + 1 }, (_, index) => start + index)
  return String.fromCharCode(...codes)
}

/** The file name of a font, by its address with query: both files of one font are built from the same file. */
export function getFontFileName({ filename }: { readonly filename?: string }): string {
  return filename?.endsWith('?basic') ? `[name]${basicName}` : '[name][ext]'
}

/** Whether every page needs the font, so that it is preloaded. */
export function isBasicFont(name: string): boolean {
  return name.endsWith(basicName)
}
