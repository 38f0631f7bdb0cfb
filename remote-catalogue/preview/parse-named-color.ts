import { type Color, parseHex } from '@portico/kit/api/parse-color.ts'

/** Parses a CSS colour name; null if there is no such colour. */
export function parseNamedColor(name: string): Color | null {
  if (!/^[a-z]+$/i.test(name)) return null
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return null
  // A canvas ignores an unknown colour, so the result depends on the previous one.
  const readBack = (previous: string) => {
    context.fillStyle = previous
    context.fillStyle = name
    return String(context.fillStyle)
  }
  const first = readBack('#000000')
  return first === readBack('#ffffff') ? parseHex(first) : null
}
