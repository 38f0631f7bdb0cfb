/** The same text without case, accents and letter styles: `𝐁𝐨𝐥𝐝 Café` is `bold cafe`. */
export function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
}

/** Splits a text into words at punctuation and white space. */
export function splitWords(text: string): string[] {
  return normalize(text).match(/[\p{Letter}\p{Number}]+/gu) ?? []
}

/** Also splits a name such as `googleSearch` into its parts. */
export function splitIdentifier(name: string): string[] {
  const parts = splitWords(name.replace(/([a-z0-9])([A-Z])/g, '$1 $2'))
  return [...new Set([...splitWords(name), ...parts])]
}
