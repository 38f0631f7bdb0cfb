// Each character with five rows of three cells, each row as an octal digit. No font is used because a machine may have none,
// and samples have to look the same everywhere.
const letters = new Map(
  `
    A25755 B65656 C34443 D65556 E74647 F74644 G34553 H55755 I72227 J11152 K55655 L44447 M57755
    N65555 O25552 P65644 Q25563 R65655 S34216 T72222 U55557 V55552 W55775 X55255 Y55222 Z71247
    075557 126227 261247 361216 455711 574616 634652 771222 825252 925316 .00002 ,00024 -00700
    !22202 ?61202 :02020 '22000 /11244 &25253 #57575 +02720 (12221 )42224 _00007 =07070
  `
    .trim()
    .split(/\s+/)
    .map(([letter = '', ...digits]) => [letter, digits]),
)
const unknown = [...'75557']
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
  return (letter === ' ' ? [] : (letters.get(letter) ?? unknown)).flatMap((digit, row) =>
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
