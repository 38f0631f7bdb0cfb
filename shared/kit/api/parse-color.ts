/** Red, green and blue from 0 to 255, opacity from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number, opacity: number]

/** Parses a hexadecimal CSS colour, with an optional #: `#1e90ff`, `fff`. null: it is invalid. */
export function parseHex(text: string): Color | null {
  const digits = text.trim().replace(/^#/, '')
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(digits)) return null
  const size = digits.length < 6 ? 1 : 2
  const levels = (digits.match(size === 1 ? /./g : /../g) ?? []).map((part) =>
    Number.parseInt(size === 1 ? part + part : part, 16),
  )
  const [red = 0, green = 0, blue = 0, opacity = 255] = levels
  return [red, green, blue, opacity / 255]
}

/** Parses `30,144,255`, or `30,144,255,0.5` with 4 `parts`; also in CSS notation, `rgb(…)`. null: it is invalid. */
export function parseChannels(text: string, parts: 3 | 4): Color | null {
  const inner = text.trim().replace(/^rgba?\((.*)\)$/i, '$1')
  const texts = inner.split(',').map((part) => part.trim())
  if (texts.length !== parts || !texts.every((part) => /^\d+(?:\.\d+)?$/.test(part))) return null
  const [red = 0, green = 0, blue = 0, opacity = 1] = texts.map(Number)
  return Math.max(red, green, blue) <= 255 && opacity <= 1 ? [red, green, blue, opacity] : null
}
