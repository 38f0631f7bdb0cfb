/** True if `texts` contain every word of `query`. Case and accents don't matter. */
export function matchesWords(query: string, texts: readonly (string | undefined)[]): boolean {
  const all = normalize(texts.join('\n'))
  return normalize(query)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

function normalize(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
