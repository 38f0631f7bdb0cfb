import { expect, test } from 'vitest'
import type { Audit } from './parse-report.ts'
import { toResultRows } from './score-rows.ts'

const good: Audit = {
  performance: 99,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  layoutShift: 0,
  blockingMs: 20,
  faults: [],
}
const holding = (audits: readonly Audit[]) =>
  toResultRows('/', audits).map(({ name, holds }) => [name, holds])

test('a page that is as good as is asked holds in every row', () => {
  expect(holding([good])).toEqual([
    ['/ performance', true],
    ['/ accessibility', true],
    ['/ best practices', true],
    ['/ SEO', true],
    ['/ cumulative layout shift', true],
    ['/ total blocking time', true],
  ])
})

test('a page that is worse holds in none', () => {
  const bad = {
    performance: 97,
    accessibility: 99,
    bestPractices: 99,
    seo: 99,
    layoutShift: 0.001,
    blockingMs: 51,
  }
  expect(holding([{ ...good, ...bad }]).map(([, holds]) => holds)).toEqual(Array(6).fill(false))
})

test('the median of several audits counts', () => {
  const audits = [90, 100, 98].map((performance) => ({ ...good, performance }))
  expect(toResultRows('/', audits)[0]).toEqual({
    name: '/ performance',
    value: 98,
    unit: 'points',
    against: 'at least 98',
    ratio: 1,
    target: 1,
    holds: true,
  })
})
