/** Side of a cell in the units of the view box. */
export const cellSize = 20

/** The tones and hues that `cover.module.css` of the portfolio defines. */
export const toneCount = 3
const hueCount = 5

/** One path per tone, and the index of the hue. */
export interface CoverPattern {
  readonly tones: readonly string[]
  readonly hue: number
}

/**
 * A pattern of discs, half discs and quarter discs. The same seed always gives the same pattern, so that visitors
 * recognise a project by its cover on every page.
 */
export function createCoverPattern(seed: string, columns: number, rows: number): CoverPattern {
  const nextInteger = createRandom(seed)
  const hue = nextInteger(hueCount)
  const tones: string[] = Array.from({ length: toneCount }, () => '')
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const shape = shapes[nextInteger(shapes.length)]
      const tone = nextInteger(toneCount)
      if (shape) tones[tone] += shape(column * cellSize, row * cellSize)
    }
  }
  return { tones, hue }
}

/** A tone of the pattern for `seed`, as a path. */
export function getCoverTone(
  seed: string,
  { columns, rows, tone }: { readonly columns: number; readonly rows: number; readonly tone: number },
): string {
  return createCoverPattern(seed, columns, rows).tones[tone] ?? ''
}

/** The number of the hue for `seed`, which is the same for every size. */
export function getCoverHue(seed: string): string {
  return String(createCoverPattern(seed, 0, 0).hue)
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

/** Random integers below a bound, the same sequence for the same seed (FNV-1a, then mulberry32). */
function createRandom(seed: string): (bound: number) => number {
  let state = 0x811c9dc5
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}
