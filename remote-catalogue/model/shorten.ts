/** Browsers take seconds to lay out a value of millions of characters. */
export const maxShortCharacters = 300

/** The beginning of a text that is long. */
export function shorten(text: string, maxCharacters = maxShortCharacters): string {
  return text.length > maxCharacters ? `${cut(text, maxCharacters).trimEnd()}…` : text
}

/** The text up to `end`, without half of a character such as an emoji. */
export function cut(text: string, end: number): string {
  return text.slice(0, end).replace(/[\ud800-\udbff]$/, '')
}
