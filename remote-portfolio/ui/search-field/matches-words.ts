/** True when every word of `wanted` is somewhere in `texts`; letters of either case and accents are the same. */
export function wordsMatch(wanted: string, texts: readonly (string | undefined)[]): boolean {
  const all = plain(texts.join('\n'))
  return plain(wanted)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
