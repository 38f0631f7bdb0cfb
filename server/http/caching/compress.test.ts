import { readFile } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress } from './compress.ts'

const body = Buffer.from(Array.from({ length: 100_000 }, (_, at) => `${(at * 7_919) % 1_009}`).join())

test('a body is compressed as the encoding says', async () => {
  expect(brotliDecompressSync(await compress(body, 'br')).equals(body)).toBe(true)
  expect(gunzipSync(await compress(body, 'gzip')).equals(body)).toBe(true)
  expect(await compress(body, 'identity')).toBe(body)
})

test('files are read while many bodies wait for compression', async () => {
  let done = 0
  const bodies = Array.from({ length: 40 }, () =>
    compress(body, 'br').then(() => {
      done += 1
    }),
  )
  await readFile(import.meta.filename)
  expect(done).toBeLessThan(20)
  await Promise.all(bodies)
})
