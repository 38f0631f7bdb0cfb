import type { TextStyle } from './text-style.ts'

// Splits by grapheme, so that combining marks and joined emoji stay together when the order changes.
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Rewrites a text in the characters of a style. */
export function applyTextStyle(
  text: string,
  { letters = {}, mark = '', between = '', reversed }: TextStyle,
): string {
  const map = new Map(Object.entries(letters))
  const characters = Array.from(segmenter.segment(text), ({ segment }) => segment)
  const written = characters.map((character) => {
    const letter = map.get(character) ?? Array.from(character, (part) => map.get(part) ?? part).join('')
    return /^\s+$/.test(character) ? letter : letter + mark
  })
  return (reversed ? written.reverse() : written).join(between)
}
