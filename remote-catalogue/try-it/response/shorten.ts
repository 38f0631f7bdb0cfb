/** Browsers take seconds to lay out a value of millions of characters. */
export const maxShortCharacters = 300

/** The beginning of a text that is long. */
export function shorten(text: string): string {
  return text.length > maxShortCharacters ? `${text.slice(0, maxShortCharacters)}…` : text
}
