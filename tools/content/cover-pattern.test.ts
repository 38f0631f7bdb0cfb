import { expect, test } from 'vitest'
import { createCoverPattern } from './cover-pattern.ts'

test('the same seed gives the same pattern', () => {
  expect(createCoverPattern('sample-bot')).toEqual(createCoverPattern('sample-bot'))
})

test('different seeds give different patterns', () => {
  expect(createCoverPattern('sample-bot').strong).not.toBe(createCoverPattern('sample-site').strong)
})

test('every hue and every tone occurs among many seeds', () => {
  const patterns = Array.from({ length: 60 }, (_, number) => createCoverPattern(`project-${number}`))
  expect(new Set(patterns.map(({ hue }) => hue)).size).toBe(5)
  expect(patterns.every(({ strong, medium, light }) => [strong, medium, light].every(Boolean))).toBe(true)
})
