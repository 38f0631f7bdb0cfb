/** Hue in turns from 0 to 1, saturation and lightness from 0 to 1. */
export type Hsl = readonly [hue: number, saturation: number, lightness: number]

/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

const maxLevel = 255

/** Converts a colour to hue, saturation and lightness. */
export function toHsl([red, green, blue]: Rgb): Hsl {
  const high = Math.max(red, green, blue)
  const low = Math.min(red, green, blue)
  const range = high - low
  const lightness = (high + low) / (2 * maxLevel)
  if (range === 0) return [0, 0, lightness]
  const saturation = range / (lightness > 0.5 ? 2 * maxLevel - high - low : high + low)
  return [getHueSixth([red, green, blue], high, range) / 6, saturation, lightness]
}

function getHueSixth([red, green, blue]: Rgb, high: number, range: number): number {
  if (high === red) return (green - blue) / range + (green < blue ? 6 : 0)
  return high === green ? (blue - red) / range + 2 : (red - green) / range + 4
}

/** Converts hue (of any turn), saturation and lightness to a colour. Not rounded. */
export function toRgb([hue, saturation, lightness]: Hsl): Rgb {
  const span = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const sixth = (offset + (hue - Math.floor(hue)) * 12) % 12
    return maxLevel * (lightness - span * Math.max(-1, Math.min(sixth - 3, 9 - sixth, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}
