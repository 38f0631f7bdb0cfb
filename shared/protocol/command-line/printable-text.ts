import { stripVTControlCharacters } from 'node:util'

const controls = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu

/** A text without escape sequences, in which no other character controls the terminal either. */
export function toPrintable(text: string): string {
  return escapeControls(stripVTControlCharacters(text))
}

/** The same text with escapes as in JSON for characters that would control a terminal, or reverse what follows them. */
export function escapeControls(text: string): string {
  return text.replace(controls, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
