/** The drawing's input. */
export interface Effect {
  readonly texts: readonly [first: string, second: string]
  /** Name of the style in lower case; determines colours and materials. */
  readonly styleName: string
  /** Phase of the colour cycle, from 0 to 1. */
  readonly phase: number
}

const width = 640
const height = 220

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

/** Draws a text in the style that its name suggests: colour, glow, outline, depth. */
export function drawEffect(canvas: HTMLCanvasElement, { texts, styleName, phase }: Effect): void {
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return
  context.fillStyle = '#12141b'
  context.fillRect(0, 0, width, height)
  const lines = texts.filter((text) => text.trim() !== '')
  for (const [line, text] of lines.entries()) {
    const size = getFontSize(context, text, lines.length)
    const middle = (height / (lines.length + 1)) * (line + 1)
    drawLine(context, { text, styleName, phase, size, middle })
  }
}

interface Line {
  readonly text: string
  readonly styleName: string
  readonly phase: number
  readonly size: number
  readonly middle: number
}

function drawLine(context: CanvasRenderingContext2D, { text, styleName, phase, size, middle }: Line): void {
  const isRainbow = /rainbow|rgb|neon sign|candy/.test(styleName)
  const [, hue, saturation, lightness] = materials.find(([word]) => styleName.includes(word)) ?? [
    '',
    215,
    80,
    62,
  ]
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
  context.font = `800 ${size}px Figtree, system-ui, sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  if (/neon|glow|halo|tube|light|flicker/.test(styleName)) {
    context.shadowColor = `hsl(${hue + phase * 360} 100% 60%)`
    context.shadowBlur = size / 3
  } else if (/block|extruded|letters|3d|bevel/.test(styleName)) {
    for (let depth = 6; depth > 0; depth -= 1) {
      context.fillStyle = `hsl(${hue} ${saturation}% ${lightness * 0.45}%)`
      context.fillText(text, width / 2 + depth, middle + depth)
    }
  }
  context.fillStyle = gradient
  context.strokeStyle = gradient
  context.lineWidth = Math.max(2, size / 24)
  if (/outline|wire|tube/.test(styleName)) context.strokeText(text, width / 2, middle)
  else context.fillText(text, width / 2, middle)
  context.shadowBlur = 0
}

/** The largest font size at which the text fits. */
function getFontSize(context: CanvasRenderingContext2D, text: string, lines: number): number {
  const maxSize = lines > 1 ? 70 : 110
  context.font = `800 ${maxSize}px Figtree, system-ui, sans-serif`
  const textWidth = context.measureText(text).width
  return Math.max(12, Math.min(maxSize, (maxSize * (width - 60)) / Math.max(textWidth, 1)))
}
