// Five rows of three cells for each character, each row as an octal digit. No font is used because a machine may have none,
// and samples have to look the same everywhere.
const letters: Readonly<Record<string, string>> = {
  ' ': '00000',
  A: '25755',
  B: '65656',
  C: '34443',
  D: '65556',
  E: '74647',
  F: '74644',
  G: '34553',
  H: '55755',
  I: '72227',
  J: '11152',
  K: '55655',
  L: '44447',
  M: '57755',
  N: '65555',
  O: '25552',
  P: '65644',
  Q: '25563',
  R: '65655',
  S: '34216',
  T: '72222',
  U: '55557',
  V: '55552',
  W: '55775',
  X: '55255',
  Y: '55222',
  Z: '71247',
  0: '75557',
  1: '26227',
  2: '61247',
  3: '61216',
  4: '55711',
  5: '74616',
  6: '34652',
  7: '71222',
  8: '25252',
  9: '25316',
  '.': '00002',
  ',': '00024',
  '-': '00700',
  '!': '22202',
  '?': '61202',
  ':': '02020',
  "'": '22000',
  '/': '11244',
  '&': '25253',
  '#': '57575',
  '+': '02720',
  '(': '12221',
  ')': '42224',
  _: '00007',
  '=': '07070',
}
const unknown = '75557'
const [rows, columns] = [5, 3]

/** The text in block letters, as an SVG path of cells of 1 by 1 with its total size: in lines of at most `perLine` characters and at most `maxLines` of them. */
export function drawBlockText(text: string, { perLine = 12, maxLines = 4 } = {}) {
  const normalized = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()
  const lines = wrap(normalized.split(/\s+/).filter(Boolean), perLine).slice(0, maxLines)
  const longest = Math.max(1, ...lines.map((line) => line.length))
  const path = lines.flatMap((line, index) => {
    const left = ((longest - line.length) * (columns + 1)) / 2
    return line.flatMap((letter, place) => cells(letter, left + place * (columns + 1), index * (rows + 1)))
  })
  return {
    path: path.join(''),
    width: longest * (columns + 1) - 1,
    height: Math.max(1, lines.length) * (rows + 1) - 1,
  }
}

function cells(letter: string, x: number, y: number): string[] {
  return [...(letters[letter] ?? unknown)].flatMap((digit, row) =>
    Array.from({ length: columns }, (_, column) => column)
      .filter((column) => (Number(digit) >> (columns - 1 - column)) & 1)
      .map((column) => `M${x + column} ${y + row}h1v1h-1z`),
  )
}

function wrap(words: readonly string[], perLine: number): string[][] {
  const lines: string[][] = []
  for (const word of words.flatMap((long) => pieces([...long], perLine))) {
    const last = lines.at(-1)
    if (last && last.length + 1 + word.length <= perLine) last.push(' ', ...word)
    else lines.push([...word])
  }
  return lines
}

function pieces(word: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(word.length / size) }, (_, index) =>
    word.slice(index * size, (index + 1) * size),
  )
}
