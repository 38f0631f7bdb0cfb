import type { ProjectCover } from '@portico/kit/content/content.ts'

/** Side of a cell in the units of the view box. */
const cellSize = 20
const [columns, rows] = [12, 6]
const hueCount = 5

/**
 * A pattern of discs, half discs and quarter discs. The same seed always gives the same pattern, so that visitors
 * recognise a project by its cover on every page.
 */
export function createCoverPattern(seed: string): ProjectCover {
  const nextInteger = createRandom(seed)
  const hue = nextInteger(hueCount)
  const tones = ['', '', '']
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const shape = shapes[nextInteger(shapes.length)]
      const tone = nextInteger(tones.length)
      if (shape) tones[tone] += shape(column * cellSize, row * cellSize)
    }
  }
  const [strong = '', medium = '', light = ''] = tones
  return { hue, strong, medium, light }
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
