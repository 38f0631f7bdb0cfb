import { drawBackdrop } from './draw-backdrop.ts'

/** The drawing's input. */
export interface Effect {
  readonly texts: readonly [first: string, second: string]
  /** Name of the style in lower case; determines colours and materials. */
  readonly styleName: string
  /** Phase of the colour cycle, from 0 to 1. */
  readonly phase: number
  /** In pixels. */
  readonly width?: number
  readonly height?: number
}

/** Hue, saturation and lightness by a word in the style's name; the first match wins. */
const materials: readonly (readonly [word: string, hue: number, saturation: number, lightness: number])[] = [
  ['rose gold', 12, 55, 68],
  ['gold', 45, 85, 55],
  ['silver', 210, 10, 75],
  ['chrome', 215, 18, 72],
  ['copper', 22, 65, 52],
  ['bronze', 30, 55, 42],
  ['red', 0, 85, 55],
  ['orange', 28, 95, 55],
  ['yellow', 52, 95, 55],
  ['green', 130, 65, 45],
  ['blue', 215, 90, 58],
  ['purple', 275, 75, 60],
  ['pink', 330, 85, 65],
  ['white', 0, 0, 96],
  ['black', 0, 0, 25],
  ['hot pink', 325, 100, 62],
  ['violet', 265, 85, 64],
  ['lime', 85, 90, 55],
  ['cyan', 185, 90, 52],
  ['magenta', 305, 90, 58],
  ['teal', 175, 75, 42],
  ['aqua', 180, 85, 55],
  ['amber', 40, 100, 55],
  ['coral', 12, 90, 65],
  ['mint', 155, 65, 65],
  ['ember', 14, 95, 50],
  ['magma', 10, 95, 48],
  ['foam', 195, 30, 90],
  ['cloud', 210, 25, 94],
  ['chalk', 60, 10, 94],
  ['spray', 330, 90, 60],
  ['pumpkin', 28, 95, 52],
  ['slime', 95, 85, 48],
  ['nebula', 285, 75, 72],
  ['aurora', 150, 80, 60],
  ['fire', 18, 95, 52],
  ['flame', 18, 95, 52],
  ['lava', 12, 95, 48],
  ['ice', 195, 70, 78],
  ['water', 200, 80, 55],
  ['ocean', 205, 80, 48],
  ['sand', 38, 50, 68],
  ['forest', 140, 50, 38],
  ['stone', 30, 8, 58],
  ['candy', 325, 85, 72],
  ['sunset', 20, 90, 60],
  ['horror', 355, 80, 38],
]

/** Draws a text in the style that its name suggests: background, colour, glow, outline, depth. */
export function drawEffect(canvas: HTMLCanvasElement, effect: Effect): void {
  const { texts, styleName, phase, width = 640, height = 220 } = effect
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return
  const isLight = drawBackdrop(context, styleName)
  const lines = texts.filter((text) => text.trim() !== '')
  for (const [line, text] of lines.entries()) {
    const size = getFontSize(context, text, lines.length)
    const middle = (height / (lines.length + 1)) * (line + 1)
    drawLine(context, { text, styleName, phase, size, middle, isLight })
  }
}

interface Line {
  readonly text: string
  readonly styleName: string
  readonly phase: number
  readonly size: number
  readonly middle: number
  /** Whether the background is light. */
  readonly isLight: boolean
}

/** The colours of a style that names none. */
const plain = ['', 215, 80, 62] as const

/** Lighter letters are hard to read on a light background. */
const maxLightnessOnLight = 38

function drawLine(context: CanvasRenderingContext2D, line: Line): void {
  const { text, styleName, phase, size, middle, isLight } = line
  const { width } = context.canvas
  const isRainbow = /rainbow|rgb|neon sign|candy|multicolour|disco/.test(styleName)
  const [, hue, saturation, nominal] = materials.find(([word]) => styleName.includes(word)) ?? plain
  const lightness = isLight ? Math.min(nominal, maxLightnessOnLight) : nominal
  const gradient = context.createLinearGradient(
    0,
    middle - size / 2,
    isRainbow ? width : 0,
    middle + size / 2,
  )
  for (const stop of [0, 0.25, 0.5, 0.75, 1]) {
    const stopHue = isRainbow ? stop * 300 + phase * 360 : hue + phase * 360
    const stopLightness = isRainbow ? 60 : lightness + (0.5 - stop) * 30
    gradient.addColorStop(stop, `hsl(${stopHue} ${isRainbow ? 90 : saturation}% ${stopLightness}%)`)
  }
  context.font = getFont(styleName, size)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  if (/neon|glow|halo|tube|light|flicker|laser|hologram/.test(styleName)) {
    context.shadowColor = `hsl(${hue + phase * 360} 100% 60%)`
    context.shadowBlur = size / (styleName.includes('halo') ? 1.5 : 3)
  } else if (/block|extruded|letters|3d|bevel|layered|chrome/.test(styleName)) {
    for (let depth = Math.ceil(size / 14); depth > 0; depth -= 1) {
      context.fillStyle = `hsl(${hue} ${saturation}% ${lightness * 0.45}%)`
      context.fillText(text, width / 2 + depth, middle + depth)
    }
  } else if (/glitch|vhs|broken/.test(styleName)) {
    for (const [color, shift] of [
      ['#ff2d55', -size / 20],
      ['#27e0ff', size / 20],
    ] as const) {
      context.fillStyle = color
      context.fillText(text, width / 2 + shift, middle)
    }
  }
  context.fillStyle = gradient
  context.strokeStyle = gradient
  context.lineWidth = Math.max(2, size / 24)
  if (/outline|wire|tube/.test(styleName)) context.strokeText(text, width / 2, middle)
  else context.fillText(text, width / 2, middle)
  context.shadowBlur = 0
}

function getFont(styleName: string, size: number): string {
  if (/8-bit|pixel|typewriter|circuit|scan|data/.test(styleName))
    return `700 ${size}px ui-monospace, monospace`
  if (/\b(?:pen|ink|writing|script|card|chalk|crayon|sketch)\b/.test(styleName))
    return `italic 700 ${size}px Georgia, serif`
  if (/western|engraved|letterpress|marble|film|poster/.test(styleName)) return `800 ${size}px Georgia, serif`
  return getDefaultFont(size)
}

function getDefaultFont(size: number): string {
  return `800 ${size}px Figtree, "Figtree Extended", system-ui, sans-serif`
}

/** The largest font size at which the text fits. */
function getFontSize(context: CanvasRenderingContext2D, text: string, lines: number): number {
  const { width, height } = context.canvas
  const maxSize = height / (lines > 1 ? 3.2 : 2)
  context.font = getDefaultFont(maxSize)
  const textWidth = context.measureText(text).width
  return Math.max(12, Math.min(maxSize, (maxSize * width * 0.88) / Math.max(textWidth, 1)))
}
