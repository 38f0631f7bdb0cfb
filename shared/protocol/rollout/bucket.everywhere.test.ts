import { expect, test } from 'vitest'
import { getBucket, murmur3 } from './bucket.ts'
import vectors from './bucket-vectors.json'

// The vectors come from an implementation in another language.
test('a thousand visitors keep their buckets', () => {
  const rows = vectors.map(([salt, visitorId]) => [salt, visitorId, getBucket(`${salt}`, `${visitorId}`)])
  expect(rows).toHaveLength(1_000)
  expect(rows).toEqual(vectors)
})

test.each([
  { text: '', hash: 0 },
  { text: 'test', hash: 0xba6bd213 },
  { text: 'hello, world', hash: 0x149bbb7f },
])('murmur3 of "$text"', ({ text, hash }) => {
  expect(murmur3(new TextEncoder().encode(text))).toBe(hash)
})

const visitors = Array.from({ length: 20_000 }, (_, at) => `visitor ${at}`)

test('a share gets its proportion of visitors', () => {
  const inShare = visitors.filter((visitor) => getBucket('salt', visitor) < 1_000)
  expect(inShare.length / visitors.length).toBeCloseTo(0.1, 2)
})

test('two canaries of 10 % share 1 % of visitors', () => {
  const inBoth = visitors.filter(
    (visitor) => getBucket('a', visitor) < 1_000 && getBucket('b', visitor) < 1_000,
  )
  expect(inBoth.length / visitors.length).toBeCloseTo(0.01, 2)
})
