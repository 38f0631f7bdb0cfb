import { expect, test } from 'vitest'
import { wordsMatch } from './matches-words.ts'

test.each([
  ['', true],
  ['  ', true],
  ['second', true],
  ['SECOND pro', true],
  ['web project', true],
  ['cafe', true],
  ['third', false],
  ['web third', false],
])('%j: %s', (wanted, found) => {
  expect(wordsMatch(wanted, ['Project two', 'The second café', undefined, 'web'])).toBe(found)
})
