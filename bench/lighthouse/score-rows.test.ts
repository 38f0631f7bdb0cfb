import { expect, test } from 'vitest'
import type { Audit } from './parse-report.ts'
import { toResultRows } from './score-rows.ts'

const good: Audit = {
  performance: 100,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  layoutShift: 0,
  blockingMs: 20,
  failedAudits: [],
}
const getPassed = (audits: readonly Audit[]) =>
  toResultRows('/', audits).map(({ name, isMet }) => [name, isMet])

test('a page that meets every target passes in every row', () => {
  expect(getPassed([good])).toEqual([
    ['/ performance', true],
    ['/ accessibility', true],
    ['/ best practices', true],
    ['/ SEO', true],
    ['/ cumulative layout shift', true],
    ['/ total blocking time', true],
  ])
})

test('a page that misses every target passes in no row', () => {
  const bad = {
    performance: 99,
    accessibility: 99,
    bestPractices: 99,
    seo: 99,
    layoutShift: 0.001,
    blockingMs: 51,
  }
  expect(getPassed([{ ...good, ...bad }]).map(([, isMet]) => isMet)).toEqual(Array(6).fill(false))
})

test('the median of several audits is compared', () => {
  const audits = [90, 100, 100].map((performance) => ({ ...good, performance }))
  expect(toResultRows('/', audits)[0]).toEqual({
    name: '/ performance',
    value: 100,
    unit: 'points',
    against: 'at least 100',
    ratio: 1,
    target: 1,
    isMet: true,
  })
})
