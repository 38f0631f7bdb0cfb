const width = 320
const height = 200

/** Draws a small landscape with every hue and light and dark parts, so that every edit is visible. */
export function drawSampleScene(canvas: HTMLCanvasElement): void {
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return
  const sky = context.createLinearGradient(0, 0, 0, height)
  sky.addColorStop(0, '#3a7bd5')
  sky.addColorStop(0.7, '#f7d9a8')
  fillRect(context, sky, [0, 0, width, height])
  fillDisc(context, '#fff2b0', [245, 60, 26])
  fillHill(context, '#4f6d7a', [0, 150, 110, 60, 240, 165])
  fillHill(context, '#3b8b52', [80, 175, 220, 100, 360, 180])
  fillRect(context, '#1f5f3a', [0, 165, width, 35])
  for (let hue = 0; hue < 12; hue += 1)
    fillDisc(context, `hsl(${hue * 30} 85% 55%)`, [20 + hue * 25.5, 182, 8])
}

function fillRect(
  context: CanvasRenderingContext2D,
  style: string | CanvasGradient,
  [x, y, rectWidth, rectHeight]: readonly [number, number, number, number],
): void {
  context.fillStyle = style
  context.fillRect(x, y, rectWidth, rectHeight)
}

function fillDisc(
  context: CanvasRenderingContext2D,
  style: string,
  [x, y, radius]: readonly [number, number, number],
): void {
  context.fillStyle = style
  context.beginPath()
  context.arc(x, y, radius, 0, Math.PI * 2)
  context.fill()
}

function fillHill(
  context: CanvasRenderingContext2D,
  style: string,
  [fromX, fromY, topX, topY, toX, toY]: readonly [number, number, number, number, number, number],
): void {
  context.fillStyle = style
  context.beginPath()
  context.moveTo(fromX - 60, fromY + 50)
  context.quadraticCurveTo(topX, topY, toX + 60, toY + 50)
  context.fill()
}
