import { expect, test } from 'vitest'
import { coverPattern } from './pattern.ts'

test('a seed always gives the same pattern', () => {
  expect(coverPattern('sample-bot', 8, 4)).toEqual(coverPattern('sample-bot', 8, 4))
})

test('another seed gives another pattern', () => {
  expect(coverPattern('sample-bot', 8, 4).tones).not.toEqual(coverPattern('sample-site', 8, 4).tones)
})

test('every hue and every tone comes up among many seeds', () => {
  const patterns = Array.from({ length: 60 }, (_, number) => coverPattern(`project-${number}`, 6, 6))
  expect(new Set(patterns.map(({ hue }) => hue)).size).toBe(5)
  expect(patterns.every(({ tones }) => tones.length === 3 && tones.some((path) => path !== ''))).toBe(true)
})
