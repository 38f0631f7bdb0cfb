import { expect, test } from 'vitest'
import { matchesWords } from './matches-words.ts'

test.each([
  ['', true],
  ['  ', true],
  ['second', true],
  ['SECOND pro', true],
  ['web project', true],
  ['cafe', true],
  ['lodz', true],
  ['third', false],
  ['web third', false],
])('the query %j matches: %s', (query, isMatch) => {
  expect(matchesWords(query, ['Project two', 'The second café', undefined, 'web', 'Łódź'])).toBe(isMatch)
})
