import { randomBytes } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressBeginning, endBrotli } from './compress.ts'

test.each([0, 1, 2, 255, 256, 65_535, 65_536, 65_537, 200_000])(
  'a tail of %i bytes is decompressed',
  async (length) => {
    const beginning = Buffer.from('<p>shared</p>'.repeat(1_000))
    const flushed = await compressBeginning(beginning)
    const tail = randomBytes(length)
    const body = endBrotli(flushed, tail)
    expect(brotliDecompressSync(body).equals(Buffer.concat([beginning, tail]))).toBe(true)
    expect(body.length).toBeLessThan(length + 100)
  },
)

test('the same beginning can be ended more than once', async () => {
  const flushed = await compressBeginning(Buffer.from('Hello, '))
  const ends = ['Ada', 'Robin'].map((name) => endBrotli(flushed, Buffer.from(name)))
  expect(ends.map((body) => brotliDecompressSync(body).toString())).toEqual(['Hello, Ada', 'Hello, Robin'])
})
