/** Word lengths that tolerate one typo and two: with typos, shorter words would match almost anything. */
const oneTypoFrom = 4
const twoTyposFrom = 8
/** Word length that tolerates a typo in the beginning of another word. */
const prefixTypoFrom = 6

/** The number of typos that a word tolerates. */
export function getMaxTypos(word: string): number {
  if (word.length < oneTypoFrom) return 0
  return word.length < twoTyposFrom ? 1 : 2
}

/** Bits of a number. */
const maskBits = 32

/** A bit for each letter of a word, regardless of position; some letters share one. */
export function getLetterMask(word: string): number {
  let letters = 0
  for (let index = 0; index < word.length; index += 1) letters |= 1 << (word.charCodeAt(index) % maskBits)
  return letters
}

/** True if a word lacks more letters of another one than `limit` typos can explain; see `getLetterMask`. */
export function quickReject(letterMask: number, otherMask: number, limit: number): boolean {
  let missing = letterMask & ~otherMask
  for (let remainingTypos = limit; missing !== 0 && remainingTypos > 0; remainingTypos -= 1)
    missing &= missing - 1 // drops one bit
  return missing !== 0
}

/**
 * The edits (insert, delete, replace or swap a letter) that turn `word` into `other`, or `limit + 1` if it takes more than
 * `limit`: the optimal string alignment distance, cut off at the limit. For a long word with one edit, a prefix of `other`
 * is enough; otherwise, unrelated words would match.
 */
export function countTypos(word: string, other: string, limit: number): number {
  const width = Math.min(other.length, word.length + limit)
  if (width < word.length - limit) return limit + 1
  let [beforePrevious, previous, current] = [0, 1, 2].map(() => new Uint8Array(width + 1)) as [Row, Row, Row]
  for (let column = 0; column <= width; column += 1) previous[column] = column
  for (let row = 1; row <= word.length; row += 1) {
    current[0] = row
    let rowMinimum = row
    for (let column = 1; column <= width; column += 1) {
      current[column] = countTyposAt({ word, other, row, column, beforePrevious, previous, current })
      rowMinimum = Math.min(rowMinimum, current[column] ?? 0)
    }
    if (rowMinimum > limit) return limit + 1
    ;[beforePrevious, previous, current] = [previous, current, beforePrevious]
  }
  const inPrefix = Math.min(limit + 1, ...previous)
  const allowedInPrefix = word.length < prefixTypoFrom ? 0 : 1
  return inPrefix <= allowedInPrefix ? inPrefix : Math.min(limit + 1, previous[other.length] ?? limit + 1)
}

type Row = Uint8Array

interface Cell {
  readonly word: string
  readonly other: string
  readonly row: number
  readonly column: number
  readonly beforePrevious: Row
  readonly previous: Row
  readonly current: Row
}

function countTyposAt({ word, other, row, column, beforePrevious, previous, current }: Cell): number {
  const isSame = word[row - 1] === other[column - 1]
  const changed = (previous[column - 1] ?? 0) + (isSame ? 0 : 1)
  const added = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1
  const isSwapped =
    row > 1 && column > 1 && word[row - 1] === other[column - 2] && word[row - 2] === other[column - 1]
  return Math.min(changed, added, isSwapped ? (beforePrevious[column - 2] ?? 0) + 1 : added)
}
