import { matchPath } from 'react-router'
import { describe, expect, test } from 'vitest'
import { getPathPrefix, isCatchAll, overlaps } from './page-paths.ts'

/** Every sequence of up to `length` of these segments. */
function listSequences(segments: readonly string[], length: number): string[][] {
  if (length === 0) return [[]]
  const shorter = listSequences(segments, length - 1)
  return [[], ...segments.flatMap((segment) => shorter.map((rest) => [segment, ...rest]))]
}

const toPath = (segments: readonly string[]) => `/${segments.join('/')}`
const unique = (paths: readonly string[]) => [...new Set(paths)]

// `*` may only be the last segment, as in a manifest.
const patterns = unique(
  listSequences(['a', 'A', 'bc', ':x', ':y', '*'], 3)
    .filter((segments) => !segments.slice(0, -1).includes('*'))
    .map(toPath),
)
// One segment longer than the patterns, with a value that no pattern names.
const addresses = unique(listSequences(['a', 'bc', 'other'], 4).map(toPath))

describe('two paths overlap', () => {
  test("exactly where the router's own matcher finds an address for both", () => {
    const matched = new Map(
      patterns.map((pattern) => [
        pattern,
        new Set(addresses.filter((address) => matchPath(pattern, address) !== null)),
      ]),
    )
    const wrong: string[] = []
    let count = 0
    for (const [first, ofFirst] of matched)
      for (const [second, ofSecond] of matched) {
        const isExpected = [...ofFirst].some((address) => ofSecond.has(address))
        if (overlaps(first, second) !== isExpected)
          wrong.push(`${first} and ${second}: expected ${isExpected}`)
        if (isExpected) count += 1
      }
    expect(wrong).toEqual([])
    expect(patterns.length).toBeGreaterThan(150)
    expect(count).toBeGreaterThan(1_000)
    expect(count).toBeLessThan(patterns.length ** 2)
  })

  test.each([
    ['/projects/:name', '/projects/:slug', true],
    ['/projects/:name', '/PROJECTS/new', true],
    ['/projects/:name', '/projects', false],
    ['/projects/*', '/projects', true],
    ['/*', '/', true],
    ['/:x', '/', false],
    ['/:x', '/about', true],
    ['/:x/qr', '/projects/:name', true],
    ['/projects', '/projects2', false],
  ])('%s and %s: %s', (first, second, expected) => {
    expect(overlaps(first, second)).toBe(expected)
    expect(overlaps(second, first)).toBe(expected)
  })
})

test.each([
  ['/', false, null],
  ['/projects', false, '/projects'],
  ['/Projects/:name', false, '/projects'],
  ['/docs/*', false, '/docs'],
  ['/*', true, null],
  ['/:x', true, null],
  ['/:x/about', true, null],
])('%s: a catch-all: %s, prefix: %s', (path, catchesAll, prefix) => {
  expect([isCatchAll(path), getPathPrefix(path)]).toEqual([catchesAll, prefix])
})
