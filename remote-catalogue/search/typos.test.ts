import { expect, test } from 'vitest'
import { countTypos, getLetterMask, getMaxTypos, quickReject } from './typos.ts'

test.each([
  ['gold', 'gold', 0],
  ['gold', 'golden', 0],
  ['gld', 'gold', 1],
  ['goold', 'gold', 1],
  ['gildng', 'gildings', 1],
  ['crop', 'copper', 3],
  ['wikpidia', 'wikipedia', 2],
  ['translate', 'translucent', 3],
  ['glod', 'gold', 1],
  ['gold', 'wood', 2],
  ['gold', 'x', 3],
  ['', 'gold', 0],
])('%j is %j or a prefix of it with %i typos', (word, other, typos) => {
  expect(countTypos(word, other, 2)).toBe(typos)
})

test('typos are counted up to the limit', () => {
  expect(countTypos('abcdefgh', 'zzzzzzzz', 2)).toBe(3)
})

test('short words tolerate no typo', () => {
  expect(['abc', 'abcd', 'abcdefg', 'abcdefgh'].map(getMaxTypos)).toEqual([0, 1, 1, 2])
})

test('a word is rejected early only if it lacks more letters than typos can explain', () => {
  const lacks = (word: string, other: string, limit: number) =>
    quickReject(getLetterMask(word), getLetterMask(other), limit)
  expect([lacks('gold', 'wood', 1), lacks('gold', 'wood', 2)]).toEqual([true, false])
  expect([lacks('gold', 'loged', 0), lacks('sticker', '41', 2)]).toEqual([false, true])
})
