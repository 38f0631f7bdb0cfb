import { foldText } from '@portico/kit/fold-text.ts'

// British, as in the catalogue, and the longer of the two where one begins like the other: `colo` still finds both.
const spellings: readonly (readonly [RegExp, string])[] = [
  [/(arm|behavi|col|fav|flav|harb|hon|hum|neighb|vap)or/, '$1our'],
  [/gray/, 'grey'],
  [/(?<=\w{4})iz(?=$|[aei])/, 'is'],
  [/center(?=[ei])/, 'centr'],
  [/center/, 'centre'],
]

/** All of `spellings` in one expression: most words match none of them and aren't worth five searches. */
const mayHaveVariants = /or|gray|iz|center/

/** The British spelling of a normalized word: `colorize` is `colourise`. */
export function foldSpelling(word: string): string {
  if (!mayHaveVariants.test(word)) return word
  return spellings.reduce((folded, [american, british]) => folded.replace(american, british), word)
}

/** Splits a text into normalized words at punctuation and white space. */
export function splitTypedWords(text: string): string[] {
  return foldText(text).match(/[\p{Letter}\p{Number}]+/gu) ?? []
}

/** Splits a text into words that are equal however they are spelled. */
export function splitWords(text: string): string[] {
  return splitTypedWords(text).map(foldSpelling)
}

/** Also splits a name such as `googleSearch` into its parts. */
export function splitIdentifier(name: string): string[] {
  const parts = splitWords(name.replace(/([a-z0-9])([A-Z])/g, '$1 $2'))
  return [...new Set([...splitWords(name), ...parts])]
}
