/** The same text without case, accents and letter styles: `𝐁𝐨𝐥𝐝 Café` is `bold cafe`. */
export function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
}

/** The words of a text; a sign or a blank ends a word. */
export function splitWords(text: string): string[] {
  return normalize(text).match(/[\p{Letter}\p{Number}]+/gu) ?? []
}

/** Also the parts of a name such as `googleSearch`, besides the whole. */
export function splitIdentifier(name: string): string[] {
  const parts = splitWords(name.replace(/([a-z0-9])([A-Z])/g, '$1 $2'))
  return [...new Set([...splitWords(name), ...parts])]
}
