import { expect, test } from 'vitest'
import { createCoverPattern } from './cover-pattern.ts'

test('the same seed gives the same pattern', () => {
  expect(createCoverPattern('sample-bot', 8, 4)).toEqual(createCoverPattern('sample-bot', 8, 4))
})

test('different seeds give different patterns', () => {
  expect(createCoverPattern('sample-bot', 8, 4).tones).not.toEqual(
    createCoverPattern('sample-site', 8, 4).tones,
  )
})

test('every hue and every tone occurs among many seeds', () => {
  const patterns = Array.from({ length: 60 }, (_, number) => createCoverPattern(`project-${number}`, 6, 6))
  expect(new Set(patterns.map(({ hue }) => hue)).size).toBe(5)
  expect(patterns.every(({ tones }) => tones.length === 3 && tones.some((path) => path !== ''))).toBe(true)
})
