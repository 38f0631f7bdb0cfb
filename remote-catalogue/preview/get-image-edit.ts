import { type PixelEdit, pixelEdits } from '@portico/shared/api/edit-pixels.ts'
import { type Color, parseHex } from '@portico/shared/api/parse-color.ts'
import type { Values } from '@portico/shared/api/validate-values.ts'
import type { Row } from '../data/schema.ts'
import { validateRequest } from '../request/check-request.ts'

/** What an operation does to a picture, worked out in the page. */
export interface ImageEdit {
  /** Changes pixels of any part of the picture in place; null: none of them. */
  readonly pixels: PixelEdit | null
  /** Times that the picture is wider and higher. */
  readonly scale: number
}

/**
 * The edit that an operation would make with what was typed, the same as the sandbox makes; null where the operation is
 * no such edit, or a value is missing or out of its bound. The picture's address is not looked at. `named` reads a
 * colour by its name, as a canvas can.
 */
export function getImageEdit(
  row: Row,
  values: Values,
  named: (name: string) => Color | null,
): ImageEdit | null {
  const faults = validateRequest(row, { ...values, img_url: 'any' })
  const edit = pixelEdits[row.code]
  if (faults.length > 0) return null
  if (row.code === 'image_rescale') return { pixels: null, scale: Number(values.scale) }
  if (!edit) return null
  const typed = values.color ?? ''
  const [red, green, blue] = parseHex(typed.startsWith('#') ? typed : '') ?? named(typed) ?? [0, 0, 0]
  return {
    pixels: edit({ number: (name) => Number(values[name] ?? 0), colour: [red, green, blue] }),
    scale: 1,
  }
}
