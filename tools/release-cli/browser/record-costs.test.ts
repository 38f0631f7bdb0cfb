import { expect, test } from 'vitest'
import { findLargestBurst, findOverBudget, getBudget, type PageCosts } from './record-costs.ts'

const shift = (start: number, value: number) => ({ start, value, element: `<p>${start}</p>` })

test.each([
  { what: 'none', shifts: [], value: 0 },
  { what: 'two in a burst', shifts: [shift(0, 0.1), shift(900, 0.12)], value: 0.22 },
  { what: 'two with a second between them', shifts: [shift(0, 0.1), shift(1_000, 0.12)], value: 0.12 },
  {
    what: 'a burst of more than five seconds',
    shifts: [0, 900, 1_800, 2_700, 3_600, 4_500, 5_400].map((start) => shift(start, 0.01)),
    value: 0.06,
  },
])('the layout shift of $what is that of the largest burst', ({ shifts, value }) => {
  expect(findLargestBurst(shifts).value).toBeCloseTo(value)
})

const record = { remote: 'weather', baseUrl: 'https://cdn.example/weather/' }
const find = (...runs: PageCosts[]) =>
  findOverBudget('/weather', runs, { record, budget: getBudget({ budget: { layoutShift: 0.15 } }) }).map(
    ({ check, message }) => `${check}: ${message}`,
  )
const none = { value: 0, element: '' }
const run = (source: string, ms: number): PageCosts => ({
  scripts: [{ source, position: 0, start: 0, ms }],
  layoutShift: none,
})
const own = 'https://site.example/r/weather/1.0.0-0a1b2c3d/home.js'

test('a script that takes too long in every run is found, with the shortest time', () => {
  expect(find(run(own, 480), run(own, 312.4))).toEqual([
    'blocking: home.js of /weather blocks the browser while it opens for 312 ms, at most 200 ms is allowed.',
  ])
  expect(find(run(own, 480), run(own, 90))).toEqual([])
})

test('scripts on the team’s own origin are the page’s, those of the shell and of other remotes are not', () => {
  const { length } = find(run('https://cdn.example/weather/home.js', 300))
  expect(length).toBe(1)
  for (const source of [
    'https://site.example/r/shell/1.0.0-0a1b2c3d/index.js',
    'https://site.example/r/weather2/x/y.js',
    '',
  ])
    expect(find(run(source, 300))).toEqual([])
})

test('a layout shift above the manifest’s budget is found', () => {
  const shifted = (value: number) => ({ scripts: [], layoutShift: { value, element: '<p>Late</p>' } })
  expect(find(shifted(0.22), shifted(0.3))).toEqual([
    'layout-shift: /weather shifts by 0.22 while it opens, at most 0.15 is allowed: <p>Late</p>.',
  ])
  expect(find(shifted(0.14))).toEqual([])
})
