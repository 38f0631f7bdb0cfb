interface Backdrop {
  readonly words: RegExp
  /** From top to bottom. */
  readonly colors: readonly [top: string, bottom: string]
  readonly isLight?: true
  readonly pattern?: 'bricks' | 'stars' | 'grid' | 'scan-lines' | 'planks'
}

/** The background of a text, by words in the style's name; the first match wins. */
const backdrops: readonly Backdrop[] = [
  {
    words: /\b(?:brick|mural|graffiti|spray|stencil)s?\b/,
    colors: ['#6b3a32', '#4a2620'],
    pattern: 'bricks',
  },
  { words: /\b(?:tiled)s?\b/, colors: ['#33424f', '#1d2731'], pattern: 'bricks' },
  { words: /\b(?:wood|western|cabin)s?\b/, colors: ['#6d4526', '#472c17'], pattern: 'planks' },
  {
    words:
      /\b(?:paper|ink|print|typewriter|pen|sketch|origami|card|crayon|watercolour|poster|notebook|book)s?\b/,
    colors: ['#fbf6ea', '#e9dfc8'],
    isLight: true,
  },
  { words: /\b(?:board|chalk)s?\b/, colors: ['#22483a', '#173529'] },
  {
    words: /\b(?:synth|grid|arcade|retro|circuit|laser)s?\b/,
    colors: ['#1a0b3b', '#50125c'],
    pattern: 'grid',
  },
  {
    words: /\b(?:vhs|scan|film|glitch|broken|data stream|television)s?\b/,
    colors: ['#101418', '#1d242c'],
    pattern: 'scan-lines',
  },
  {
    words: /\b(?:star|nebula|space|galaxy|moon|comet|planet|milky|black hole|aurora|night)s?\b/,
    colors: ['#05071a', '#1c1440'],
    pattern: 'stars',
  },
  { words: /\b(?:sunset|desert|dune|beach|sand)s?\b/, colors: ['#f7cf8e', '#d99a5b'], isLight: true },
  { words: /\b(?:cloud|sky|vapour|rainbow|sun rays|balloon)s?\b/, colors: ['#2272b8', '#68a8dc'] },
  { words: /\b(?:ice|icicles|frozen|frost|snow|winter|glass)s?\b/, colors: ['#16364f', '#4f86a6'] },
  { words: /\b(?:water|sea|ocean|wave|rain|foam|bubble)s?\b/, colors: ['#06304a', '#0d5c7a'] },
  { words: /\b(?:fire|flame|lava|magma|ember|explosion|candle)s?\b/, colors: ['#1d0704', '#4a1206'] },
  { words: /\b(?:forest|leaf|moss|spring|garden|mountain)s?\b/, colors: ['#12301d', '#2f5b34'] },
  { words: /\b(?:horror|spider|skeleton|slime|claw|grave|haunted)s?\b/, colors: ['#0b0b0d', '#2a0d10'] },
  { words: /\b(?:stone|rock|granite|marble|concrete|slate|cobble|cave)s?\b/, colors: ['#3a3d42', '#24262a'] },
]

const usual: Pick<Backdrop, 'colors' | 'isLight' | 'pattern'> = { colors: ['#171a22', '#0e1016'] }

/** Fills the canvas with what the style's name suggests. Returns whether that is light. */
export function drawBackdrop(context: CanvasRenderingContext2D, styleName: string): boolean {
  const { width, height } = context.canvas
  const { colors, isLight = false, pattern } = findBackdrop(styleName)
  const gradient = context.createLinearGradient(0, 0, 0, height)
  gradient.addColorStop(0, colors[0])
  gradient.addColorStop(1, colors[1])
  context.fillStyle = gradient
  context.fillRect(0, 0, width, height)
  context.lineWidth = 1
  context.strokeStyle = 'rgb(255 255 255 / 14%)'
  if (pattern === 'stars') drawStars(context)
  else if (pattern !== undefined) drawLines(context, pattern)
  return isLight
}

function findBackdrop(styleName: string): typeof usual {
  const found = backdrops
    .map((backdrop) => ({ backdrop, at: styleName.search(backdrop.words) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)
  return found[0]?.backdrop ?? usual
}

function drawLines(context: CanvasRenderingContext2D, pattern: NonNullable<Backdrop['pattern']>): void {
  const { width, height } = context.canvas
  const step = pattern === 'scan-lines' ? 4 : height / (pattern === 'planks' ? 5 : 9)
  context.beginPath()
  for (const [row, y] of range(height, step)) {
    context.moveTo(0, y)
    context.lineTo(width, y)
    if (pattern !== 'bricks') continue
    for (const [, x] of range(width, step * 2.5)) {
      const offset = row % 2 === 0 ? 0 : step * 1.25
      context.moveTo(x + offset, y)
      context.lineTo(x + offset, y + step)
    }
  }
  if (pattern === 'grid') {
    for (const [, x] of range(width, step)) {
      context.moveTo(x, 0)
      context.lineTo(x, height)
    }
  }
  context.stroke()
}

function drawStars(context: CanvasRenderingContext2D): void {
  const { width, height } = context.canvas
  context.fillStyle = 'rgb(255 255 255 / 70%)'
  // Steps of irrational numbers: spread evenly, and the same every time.
  for (let star = 1; star <= 60; star += 1) {
    const side = 1 + (star % 3) * 0.7
    context.fillRect((star * 0.618 * width) % width, (star * 0.414 * height) % height, side, side)
  }
}

function range(end: number, step: number): (readonly [index: number, at: number])[] {
  return Array.from({ length: Math.ceil(end / step) }, (_, index) => [index, index * step] as const)
}
