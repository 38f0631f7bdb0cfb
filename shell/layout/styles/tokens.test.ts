import { themeColors } from '@portico/protocol/theme.ts'
import { describe, expect, test } from 'vitest'
import css from './tokens.css?raw'

// WCAG 2.2: 1.4.3 for text, 1.4.11 for focus indicators.
const textContrast = 4.5
const markContrast = 3

const grounds = ['bg', 'surface', 'raised']
const inks = ['text', 'muted', 'accent', 'danger', 'success']
const pairs = [
  ...inks.flatMap((ink) => grounds.map((ground) => ({ ink, ground, minimum: textContrast }))),
  ...grounds.map((ground) => ({ ink: 'focus', ground, minimum: markContrast })),
  { ink: 'on-accent', ground: 'accent', minimum: textContrast },
]

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(pairs)('$ink on $ground has a contrast of $minimum or more', ({ ink, ground, minimum }) => {
    expect(contrast(colour(ink, theme), colour(ground, theme))).toBeGreaterThanOrEqual(minimum)
  })
})

test('the colour scheme follows the system until the root element has a theme', () => {
  expect(css).toMatch(/:root \{\s*color-scheme: light dark;/)
  expect(css).toMatch(/:root\[data-theme="light"\] \{\s*color-scheme: light;/)
  expect(css).toMatch(/:root\[data-theme="dark"\] \{\s*color-scheme: dark;/)
})

test('the browser’s toolbar has the background colour', () => {
  expect(themeColors).toEqual({ light: colour('bg', 'light'), dark: colour('bg', 'dark') })
})

test('every public token is defined', () => {
  const names = [
    ...[...grounds, ...inks, 'line', 'on-accent', 'focus'].map((name) => `color-${name}`),
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((step) => `space-${step}`),
    ...['s', 'm', 'l'].map((size) => `radius-${size}`),
    ...['xs', 's', 'm', 'l', 'xl', '2xl', '3xl'].map((size) => `text-${size}`),
    'font-sans',
    'font-mono',
    'shadow-1',
    'shadow-2',
    'content-width',
    'motion-fast',
  ]
  expect(names.filter((name) => !css.includes(`\n  --${name}:`))).toEqual([])
})

test('the contrast is calculated as in the standard', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

function colour(name: string, theme: 'light' | 'dark'): string {
  const found = css.match(new RegExp(`--color-${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`))
  const value = found?.[theme === 'light' ? 1 : 2]
  if (value === undefined) throw new Error(`tokens.css has no --color-${name} of two six-digit colours.`)
  return value
}

function contrast(color: string, background: string): number {
  const [dark = 0, light = 0] = [luminance(color), luminance(background)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Relative luminance, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
