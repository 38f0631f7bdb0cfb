import { expect, test } from 'vitest'
import { findSlowInput } from './find-slow-input.ts'

const slow = [
  [/\s+$/, 'the search starts at each blank'],
  [/\s*;\s*/, 'a split searches, too'],
  [/%.*$/, 'the rest of the line, of several lines'],
  [/Version\/.* Safari\//, 'a text with an end, at each of its starts'],
  [/<script\b[^>]*>(.*?)<\/script>/s, 'markup'],
  [/%EE%80%80(.*?)%EE%80%81/g, 'marks'],
  [/^\d+\.?\d*$/, 'two loops over the same characters'],
  [/^(?:\w+ ?)+$/, 'a loop in a loop'],
  [/^(?:a|a)*b/, 'two equal alternatives'],
  [/^(?:a?b?)*c/, 'parts that may be missing'],
  [/^(?:(?:a|a)*b)*/, 'a loop that fails before the one around it can end'],
  [/^(?:b(?:(?:a|a)*c)?)*/, 'a loop that fails after the one around it could have ended'],
  [/^(?:(?:a+)+)$/y, 'a loop in a loop, before the end of the text'],
  [/\d(?=(?:\d{3})+$)/, 'a look ahead at each digit'],
  [/(["'])[\s\S]*?\1/, 'a quotation without its end'],
  [/^ *not ok[\s\S]*?^ *error/m, 'a part between two lines'],
  [/K[k\u212A]*!/iu, 'letters that differ in their case'],
] as const

test.each(slow)('%s takes more than linear time: %s', (expression) => {
  const { source, flags } = expression
  expect(findSlowInput(source, flags)).not.toBeNull()
})

test.each([
  /^\s+/,
  /[?#].*$/s,
  /[^/]+/g,
  /<[^<>]*$/,
  /"[^"]*"/g,
  /(["'])[^"']+\1/,
  /^\t*- /gm,
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  /\d{1,3}$/,
  /[+-]?(?:\d+(?:\.\d*)?|\.\d+)/y,
  /(?<!\\)"/,
  /[\p{L}\p{N}]+/gu,
  /^(?:GET|POST)\b/,
  /a(?:.*b)?$/sy,
])('%s takes linear time', ({ source, flags }) => {
  expect(findSlowInput(source, flags)).toBeNull()
})

test('eight times as much of the text that it finds takes far more than eight times as long', () => {
  const pattern = /\s+$/
  const text = findSlowInput(pattern.source, pattern.flags) ?? ''
  const measure = (count: number) => {
    const start = performance.now()
    pattern.test(`${text.repeat(count)}!`)
    return performance.now() - start
  }
  expect(measure(16_000) / measure(2_000)).toBeGreaterThan(16) // 64, or 8 if it were linear
})

test('looking behind without a limit is refused', () => {
  expect(() => findSlowInput('(?<=a.*)b', '')).toThrow('looks behind')
})
