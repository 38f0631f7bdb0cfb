import { type Color, parseChannels, parseHex } from '@portico/kit/api/parse-color.ts'
import type { Values } from '@portico/kit/api/validate-values.ts'
import sharp from 'sharp'
import { Problem } from '../../http/problems/errors.ts'

const side = 512 // pixels

/** A square in the colour in the values. Throws `invalid-request` if it isn't a colour. */
export async function drawColorImage(values: Values): Promise<Buffer> {
  const [name, text] = Object.entries(values).find(([key, value]) => key in parsers && value !== '') ?? [
    'color',
    '',
  ]
  const [r, g, b, alpha] = await parseColor(name, text)
  return sharp({ create: { width: side, height: side, channels: 4, background: { r, g, b, alpha } } })
    .png()
    .toBuffer()
}

const parsers: Readonly<Record<string, (text: string) => Color | null | Promise<Color | null>>> = {
  color: async (text) => parseHex(text.startsWith('#') ? text : '') ?? (await parseName(text)),
  hex: parseHex,
  rgb: (text) => parseChannels(text, 3),
  rgba: (text) => parseChannels(text, 4),
}

const expected: Readonly<Record<string, string>> = {
  color: 'a CSS colour name, such as dodgerblue',
  hex: 'a hexadecimal colour, such as #1e90ff',
  rgb: 'three numbers up to 255, such as 30,144,255',
  rgba: 'three numbers up to 255 and one up to 1, such as 30,144,255,0.5',
}

/** Parses a parameter's colour in the notation of that parameter. Throws `invalid-request`. */
export async function parseColor(parameter: string, text: string): Promise<Color> {
  const color = await parsers[parameter]?.(text)
  if (color) return color
  throw new Problem('invalid-request', { fields: { [parameter]: `Expected ${expected[parameter]}.` } })
}

/** A colour by its CSS name. */
async function parseName(text: string): Promise<Color | null> {
  if (!/^[a-z]{3,20}$/i.test(text.trim())) return null
  try {
    const background = text.trim().toLowerCase()
    const pixel = await sharp({ create: { width: 1, height: 1, channels: 4, background } })
      .raw()
      .toBuffer()
    const [red = 0, green = 0, blue = 0] = pixel
    return [red, green, blue, 1]
  } catch {
    return null // sharp throws for an unknown name
  }
}
