import type { Finding } from './catalogue-search.ts'

/** How many were found, and what was looked for instead where nothing has what was typed. */
export function foundInWords({ places, found }: Finding, text: string): string {
  const count = places.length === 1 ? '1 result' : `${places.length.toLocaleString('en')} results`
  const typed = text.trim()
  if (!found.hasAll && places.length > 0) return `Nothing has all of “${typed}”. ${count} with a part of it`
  if (found.instead.size === 0 || found.places.length === 0) {
    return typed === '' ? count : `${count} for “${typed}”`
  }
  const missing = [...found.instead.keys()].map((word) => `“${word}”`).join(', ')
  const instead = [...new Set([...found.instead.values()].flat())].slice(0, shownWords)
  return `Nothing has ${missing}. ${count} for similar words: ${instead.join(', ')}`
}

/** More would not fit on a line. */
const shownWords = 4
