/** Side of a cell of the pattern, in the units of its view box. */
export const cellSize = 20

/** How many tones and hues the pattern's style sheet has. */
const toneCount = 3
const hueCount = 5

/** A pattern: one path per tone, and the number of the hue that it is shown in. */
export interface Pattern {
  readonly tones: readonly string[]
  readonly hue: number
}

/**
 * A pattern of discs, quarters and halves. The same seed always gives the same pattern, so that a project is known
 * again by its cover on every page.
 */
export function coverPattern(seed: string, columns: number, rows: number): Pattern {
  const next = numbersFrom(seed)
  const hue = next(hueCount)
  const tones: string[] = Array.from({ length: toneCount }, () => '')
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const shape = shapes[next(shapes.length)]
      const tone = next(toneCount)
      if (shape) tones[tone] += shape(column * cellSize, row * cellSize)
    }
  }
  return { tones, hue }
}

const full = cellSize
const half = cellSize / 2
const small = cellSize / 5

const shapes: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `M${x} ${y}h${full}a${full} ${full} 0 0 1-${full} ${full}z`,
  (x, y) => `M${x + full} ${y}v${full}a${full} ${full} 0 0 1-${full}-${full}z`,
  (x, y) => `M${x + full} ${y + full}h-${full}a${full} ${full} 0 0 1 ${full}-${full}z`,
  (x, y) => `M${x} ${y + full}v-${full}a${full} ${full} 0 0 1 ${full} ${full}z`,
  (x, y) => `M${x} ${y + half}a${half} ${half} 0 0 1 ${full} 0z`,
  (x, y) => `M${x} ${y + half}a${half} ${half} 0 0 0 ${full} 0z`,
  (x, y) => disc(x, y, half),
  (x, y) => disc(x, y, small),
  () => '',
]

function disc(x: number, y: number, radius: number): string {
  const across = 2 * radius
  return `M${x + half - radius} ${y + half}a${radius} ${radius} 0 1 0 ${across} 0a${radius} ${radius} 0 1 0-${across} 0z`
}

/** Whole numbers below a bound, always the same row of them for the same seed (FNV-1a, then mulberry32). */
function numbersFrom(seed: string): (bound: number) => number {
  let state = 0x811c9dc5
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}
