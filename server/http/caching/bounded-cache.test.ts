import { expect, test } from 'vitest'
import { createBoundedCache } from './bounded-cache.ts'

test('a bounded cache keeps what was used last', () => {
  const cache = createBoundedCache<number>(2)
  cache.set('one', 1).set('two', 2)
  expect(cache.get('one')).toBe(1)
  cache.set('three', 3)
  expect([...cache.keys()].toSorted()).toEqual(['one', 'three'])
  for (let at = 0; at < 100; at += 1) cache.set(`${at}`, at)
  expect([...cache.values()].toSorted()).toEqual([98, 99])
})
