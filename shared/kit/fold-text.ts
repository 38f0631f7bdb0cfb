// Letters that are no base letter with an accent, so that Unicode doesn't decompose them.
const letters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  þ: 'th',
}

/** The text in lower case as a person types it who lacks its letters: `𝐁𝐨𝐥𝐝 Łódź` is `bold lodz`. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[æœøłđðħıßþ]/g, (letter) => letters[letter] ?? letter)
}
