/** Word lengths that tolerate one typo and two: with typos, shorter words would match almost anything. */
const oneTypoFrom = 4
const twoTyposFrom = 8

/** The number of typos that a word tolerates. */
export function getMaxTypos(word: string): number {
  if (word.length < oneTypoFrom) return 0
  return word.length < twoTyposFrom ? 1 : 2
}

/** Bits of a number. */
const bits = 32

/** A bit for each letter of a word, regardless of position; some letters share one. */
export function getLetterMask(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) % bits)
  return letters
}

/** True if `other` lacks more letters of `wanted` than `limit` typos can explain. */
export function quickReject(wanted: number, other: number, limit: number): boolean {
  let missing = wanted & ~other
  for (let left = limit; missing !== 0 && left > 0; left -= 1) missing &= missing - 1 // drops one bit
  return missing !== 0
}

/**
 * How many letters have to be put in, left out, changed or swapped to make `word` the beginning of `other`;
 * `limit + 1` where it is more than `limit`. (Optimal string alignment, cut off at the limit.)
 */
export function countTypos(word: string, other: string, limit: number): number {
  const width = Math.min(other.length, word.length + limit)
  if (width < word.length - limit) return limit + 1
  let [before, last, row] = [0, 1, 2].map(() => new Uint8Array(width + 1)) as [Row, Row, Row]
  for (let column = 0; column <= width; column += 1) last[column] = column
  for (let line = 1; line <= word.length; line += 1) {
    row[0] = line
    let least = line
    for (let column = 1; column <= width; column += 1) {
      row[column] = countTyposAt({ word, other, line, column, before, last, row })
      least = Math.min(least, row[column] ?? 0)
    }
    if (least > limit) return limit + 1
    ;[before, last, row] = [last, row, before]
  }
  return Math.min(limit + 1, ...last)
}

type Row = Uint8Array

interface Cell {
  readonly word: string
  readonly other: string
  readonly line: number
  readonly column: number
  readonly before: Row
  readonly last: Row
  readonly row: Row
}

function countTyposAt({ word, other, line, column, before, last, row }: Cell): number {
  const isSame = word[line - 1] === other[column - 1]
  const changed = (last[column - 1] ?? 0) + (isSame ? 0 : 1)
  const added = Math.min(last[column] ?? 0, row[column - 1] ?? 0) + 1
  const isSwapped =
    line > 1 && column > 1 && word[line - 1] === other[column - 2] && word[line - 2] === other[column - 1]
  return Math.min(changed, added, isSwapped ? (before[column - 2] ?? 0) + 1 : added)
}
