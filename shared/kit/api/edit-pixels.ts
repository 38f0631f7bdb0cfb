import { type Rgb, toHsl, toRgb } from './hsl.ts'

/** Red, green, blue and opacity of each pixel, row by row, as in a canvas or a raw image. */
type Pixels = Uint8ClampedArray

/** Changes pixels in place. */
export type PixelEdit = (pixels: Pixels) => void

const maxLevel = 255

/** The input of an edit: an operation with its values as numbers. */
export interface EditValues {
  /** Returns the value of a parameter, or 0 if it has none. */
  readonly number: (name: string) => number
  /** The colour of the filter. */
  readonly colour: Rgb
}

/** Returns the pixel edit of an operation by its code; undefined: it doesn't edit pixels. */
export const pixelEdits: Readonly<Record<string, ((values: EditValues) => PixelEdit) | undefined>> = {
  image_brightness: ({ number }) => byTable((level) => level + number('brightness')),
  image_gamma: ({ number }) => {
    const exponent = 1 / Math.max(number('gamma'), minGamma)
    return byTable((level) => maxLevel * (level / maxLevel) ** exponent)
  },
  image_invert: () => byTable((level) => maxLevel - level),
  image_solarize: () => byTable((level) => (level < maxLevel / 2 ? level : maxLevel - level)),
  image_opacity: ({ number }) => {
    const share = number('opacity') / maxLevel
    return (pixels) => {
      for (let alpha = 3; alpha < pixels.length; alpha += 4) pixels[alpha] = (pixels[alpha] ?? 0) * share
    }
  },
  image_color_filter: ({ number, colour }) => {
    const share = Math.min(Math.max(number('opacity') / maxLevel, 0), 1)
    return byColour((rgb) =>
      mapChannels(rgb, (level, index) => level + ((colour[index] ?? 0) - level) * share),
    )
  },
  image_gray_scale: () =>
    byColour(([red, green, blue]) => mapChannels([0, 0, 0], () => greyOf(red, green, blue))),
  image_sepia: () => byColour(sepia),
  image_hue: ({ number }) => byHsl({ hue: number('hue') }),
  image_sat: ({ number }) => byHsl({ sat: number('sat') }),
  image_HSL: ({ number }) =>
    byHsl({ hue: number('hue'), sat: number('sat'), lightness: number('lightness') }),
}

const minGamma = 0.01 // undefined at 0 and below

function byTable(curve: (level: number) => number): PixelEdit {
  const table = Uint8ClampedArray.from({ length: maxLevel + 1 }, (_, level) => curve(level))
  return (pixels) => {
    for (let index = 0; index < pixels.length; index += 1) {
      if (index % 4 !== 3) pixels[index] = table[pixels[index] ?? 0] ?? 0
    }
  }
}

function byColour(change: (rgb: Rgb) => Rgb): PixelEdit {
  return (pixels) => {
    for (let index = 0; index < pixels.length; index += 4) {
      const changed = change([pixels[index] ?? 0, pixels[index + 1] ?? 0, pixels[index + 2] ?? 0])
      pixels.set(changed, index)
    }
  }
}

/** Rotates the hue by degrees, and scales saturation and lightness by percent: −100 removes all of it. */
function byHsl({ hue = 0, sat = 0, lightness = 0 }): PixelEdit {
  return byColour((rgb) => {
    const [turn, saturation, light] = toHsl(rgb)
    const share = lightness / 100
    const lit = share > 0 ? light + (1 - light) * share : light * (1 + share)
    return toRgb([turn + hue / 360, Math.min(saturation * (1 + sat / 100), 1), lit])
  })
}

// Rec. 601: the perceived brightness of each channel.
function greyOf(red: number, green: number, blue: number): number {
  return red * 0.299 + green * 0.587 + blue * 0.114
}

// The matrix of the CSS filter of this name.
function sepia([red, green, blue]: Rgb): Rgb {
  return [
    red * 0.393 + green * 0.769 + blue * 0.189,
    red * 0.349 + green * 0.686 + blue * 0.168,
    red * 0.272 + green * 0.534 + blue * 0.131,
  ]
}

function mapChannels(rgb: Rgb, change: (level: number, index: number) => number): Rgb {
  return [change(rgb[0], 0), change(rgb[1], 1), change(rgb[2], 2)]
}
