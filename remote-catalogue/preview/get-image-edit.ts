import { type PixelEdit, pixelEdits } from '@portico/kit/api/edit-pixels.ts'
import { type Color, parseHex } from '@portico/kit/api/parse-color.ts'
import type { Values } from '@portico/kit/api/validate-values.ts'
import type { Row } from '../data/schema.ts'
import { validateRequest } from '../request/validate-request.ts'

/** What an operation does to an image. */
export interface ImageEdit {
  /** Changes the pixels of any part of the image in place; null if it changes none. */
  readonly pixels: PixelEdit | null
  /** Factor for width and height. */
  readonly scale: number
}

/**
 * The same edit as in the sandbox, for the current values; null if the operation is no image edit, or a value is missing
 * or out of bounds. The image URL is ignored. `parseColorName` resolves names as a canvas does.
 */
export function getImageEdit(
  row: Row,
  values: Values,
  parseColorName: (name: string) => Color | null,
): ImageEdit | null {
  const errors = validateRequest(row, { ...values, img_url: 'any' })
  const edit = pixelEdits[row.code]
  if (errors.length > 0) return null
  if (row.code === 'image_rescale') return { pixels: null, scale: Number(values.scale) }
  if (!edit) return null
  const colorText = values.color ?? ''
  const [red, green, blue] = parseHex(colorText.startsWith('#') ? colorText : '') ??
    parseColorName(colorText) ?? [0, 0, 0]
  return {
    pixels: edit({ number: (name) => Number(values[name] ?? 0), colour: [red, green, blue] }),
    scale: 1,
  }
}
