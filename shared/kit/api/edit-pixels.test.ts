import { describe, expect, test } from 'vitest'
import { pixelEdits } from './edit-pixels.ts'
import { toHsl, toRgb } from './hsl.ts'
import { parseChannels, parseHex } from './parse-color.ts'

const tomato = [255, 99, 71, 200] as const

/** Applies an edit to pixels. */
function edited(
  code: string,
  values: Readonly<Record<string, number>> = {},
  pixels: readonly number[] = tomato,
) {
  const changed = Uint8ClampedArray.from(pixels)
  pixelEdits[code]?.({ number: (name) => values[name] ?? 0, colour: [0, 0, 255] })(changed)
  return [...changed]
}

describe('an edit of an image', () => {
  test.each([
    ['image_brightness', { brightness: 40 }, [255, 139, 111, 200]],
    ['image_brightness', { brightness: -99 }, [156, 0, 0, 200]],
    ['image_opacity', { opacity: 127.5 }, [255, 99, 71, 100]],
    ['image_gamma', { gamma: 1 }, [255, 99, 71, 200]],
    ['image_gamma', { gamma: 2 }, [255, 159, 135, 200]],
    ['image_gray_scale', {}, [142, 142, 142, 200]],
    ['image_invert', {}, [0, 156, 184, 200]],
    ['image_sepia', {}, [190, 169, 132, 200]],
    ['image_solarize', {}, [0, 99, 71, 200]],
    ['image_hue', { hue: 0 }, [255, 99, 71, 200]],
    ['image_hue', { hue: 120 }, [71, 255, 99, 200]],
    ['image_sat', { sat: -100 }, [163, 163, 163, 200]],
    ['image_HSL', { lightness: 100 }, [255, 255, 255, 200]],
    ['image_HSL', { lightness: -100 }, [0, 0, 0, 200]],
    ['image_color_filter', { opacity: 255 }, [0, 0, 255, 200]],
    ['image_color_filter', { opacity: 0 }, [255, 99, 71, 200]],
  ] as const)('%s with %j', (code, values, expected) => {
    expect(edited(code, values)).toEqual(expected)
  })

  test('clamps extreme values', () => {
    expect(edited('image_gamma', { gamma: -3 })).toEqual([255, 0, 0, 200])
    expect(edited('image_color_filter', { opacity: 9999 })).toEqual([0, 0, 255, 200])
  })

  test('changes every pixel, including the last', () => {
    expect(edited('image_invert', {}, [0, 0, 0, 1, 255, 255, 255, 2])).toEqual([255, 255, 255, 1, 0, 0, 0, 2])
  })
})

test('HSL converts back to the same colour', () => {
  for (const rgb of [
    [0, 0, 0],
    [255, 255, 255],
    [255, 99, 71],
    [1, 2, 3],
    [0, 128, 64],
    [20, 0, 255],
  ] as const)
    expect(toRgb(toHsl(rgb)).map(Math.round)).toEqual(rgb)
})

test('parses colours in the notations of the data', () => {
  expect(parseHex('#1e90ff')).toEqual([30, 144, 255, 1])
  expect(parseHex('f008')).toEqual([255, 0, 0, 136 / 255])
  expect(parseChannels('30,144,255', 3)).toEqual([30, 144, 255, 1])
  expect(parseChannels('rgba(30, 144, 255, 0.5)', 4)).toEqual([30, 144, 255, 0.5])
})

test.each(['', '#', '#12', '#12345', 'red', '#gggggg'])('%j is not a hexadecimal colour', (text) => {
  expect(parseHex(text)).toBeNull()
})

test.each(['1,2', '1,2,3,4', '256,0,0', '-1,0,0', 'a,b,c', '1,,3'])('%j is not three channels', (text) => {
  expect(parseChannels(text, 3)).toBeNull()
})
