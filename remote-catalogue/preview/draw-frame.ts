import { type Entry, getEntryName } from '../model/entry.ts'
import { drawSampleScene } from './sample-scene.ts'

const width = 480
const height = 300

/** Hue, saturation and lightness of a frame by a word in its name; the first match wins. */
const materials: readonly (readonly [word: RegExp, color: string])[] = [
  [/gold|locket/, '#c9a227'],
  [/wood|museum|album|wanted|desk/, '#7a5230'],
  [/neon/, '#e63cc8'],
  [/flower|heart|birthday/, '#e58aa6'],
  [/leaf/, '#4c8b4a'],
  [/smoke|rainy|snow/, '#8fb3c9'],
  [/phone|laptop|television|film|billboard/, '#22262e'],
  [/page|stamp|print|sketch|ticket|puzzle|magazine/, '#f2ecdf'],
]

/** Draws one or two sample photos in a frame, whose colour and shape follow from its name. */
export function drawFrame(canvas: HTMLCanvasElement, entry: Pick<Entry, 'row' | 'variant'>): void {
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return
  const name = getEntryName({ path: '', id: '', ...entry }).toLowerCase()
  const photo = document.createElement('canvas')
  drawSampleScene(photo)
  context.fillStyle = getColor(name, Number(entry.variant?.value ?? 0))
  context.fillRect(0, 0, width, height)
  const margin = 34
  const photos = entry.row.need.filter((parameter) => String(parameter).startsWith('img_url')).length || 1
  const photoWidth = (width - margin * (photos + 1)) / photos
  for (let index = 0; index < photos; index += 1) {
    const box: Box = [margin + index * (photoWidth + margin), margin, photoWidth, height - 2 * margin]
    drawPhoto(context, photo, { name, box })
  }
}

type Box = readonly [x: number, y: number, width: number, height: number]

function drawPhoto(
  context: CanvasRenderingContext2D,
  photo: HTMLCanvasElement,
  { name, box }: { readonly name: string; readonly box: Box },
): void {
  const [x, y, boxWidth, boxHeight] = box
  context.save()
  context.beginPath()
  if (/heart/.test(name)) addHeart(context, box)
  else if (/round|ring|locket|clock|globe/.test(name)) {
    const radius = Math.min(boxWidth, boxHeight) / 2
    context.arc(x + boxWidth / 2, y + boxHeight / 2, radius, 0, Math.PI * 2)
  } else context.rect(...box)
  context.strokeStyle = 'rgb(0 0 0 / 35%)'
  context.lineWidth = 6
  context.stroke()
  context.clip()
  // Cut to the frame, not stretched.
  const scale = Math.max(boxWidth / photo.width, boxHeight / photo.height)
  const [drawnWidth, drawnHeight] = [photo.width * scale, photo.height * scale]
  const left = x + (boxWidth - drawnWidth) / 2
  if (/sketch|film|wanted/.test(name)) context.filter = 'grayscale(1)'
  context.drawImage(photo, left, y + (boxHeight - drawnHeight) / 2, drawnWidth, drawnHeight)
  context.restore()
}

function addHeart(context: CanvasRenderingContext2D, [x, y, boxWidth, boxHeight]: Box): void {
  const size = Math.min(boxWidth, boxHeight)
  const middle = x + boxWidth / 2
  context.moveTo(middle, y + size * 0.95)
  context.bezierCurveTo(
    middle - size * 0.9,
    y + size * 0.4,
    middle - size * 0.45,
    y - size * 0.2,
    middle,
    y + size * 0.25,
  )
  context.bezierCurveTo(
    middle + size * 0.45,
    y - size * 0.2,
    middle + size * 0.9,
    y + size * 0.4,
    middle,
    y + size * 0.95,
  )
}

/** Variants whose names differ only in their number differ in hue. */
function getColor(name: string, number: number): string {
  const known = materials.find(([word]) => word.test(name))?.[1]
  return known ?? `hsl(${(number * 137.5 + 110) % 360} 45% 38%)`
}
