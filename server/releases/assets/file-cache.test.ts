import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileCache } from './file-cache.ts'

const address = { app: 'new', id: '1.0.0-0a1b2c3d' }
let dataDir = ''
let folder = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-memory-'))
  folder = join(dataDir, 'releases/new/1.0.0-0a1b2c3d')
  mkdirSync(folder, { recursive: true })
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** A cache of 100 bytes for files of 40 bytes; `getCached` deletes the files and lists those still served. */
function createCache(...names: readonly string[]) {
  for (const name of names) writeFileSync(join(folder, `${name}.txt`), name.padEnd(40))
  const { read } = createFileCache({ dataDir, findWorkerPolicy: async () => null }, 100)
  const request = async (name: string) => {
    const stored = await read({ ...address, file: `${name}.txt` })
    return stored?.bodies.identity.toString().trim() ?? null
  }
  const getCached = async () => {
    rmSync(folder, { recursive: true })
    const files = await Promise.all(names.map(request))
    return files.filter((name) => name !== null)
  }
  return { request, getCached }
}

test('a file is read from disk once', async () => {
  const { request, getCached } = createCache('a')
  expect(await request('a')).toBe('a')
  expect(await getCached()).toEqual(['a'])
})

test('a missing file is looked up again', async () => {
  const { request } = createCache()
  expect(await request('late')).toBeNull()
  writeFileSync(join(folder, 'late.txt'), 'late')
  expect(await request('late')).toBe('late')
})

test('the least recently used file is evicted when the cache is full', async () => {
  const { request, getCached } = createCache('a', 'b', 'c')
  for (const name of ['a', 'b', 'a', 'c']) await request(name)
  expect(await getCached()).toEqual(['a', 'c'])
})

test('a file that is requested many times at the same time counts once', async () => {
  const { request, getCached } = createCache('a', 'b')
  await Promise.all(Array.from({ length: 20 }, () => request('a')))
  await request('b')
  expect(await getCached()).toEqual(['a', 'b'])
})

test('compressed copies count towards the size', async () => {
  writeFileSync(join(folder, 'a.txt.br'), 'x'.repeat(30))
  const { request, getCached } = createCache('a', 'b')
  await request('a')
  await request('b')
  expect(await getCached()).toEqual(['b'])
})

test('a file that is larger than the cache is served but not cached', async () => {
  writeFileSync(join(folder, 'big.txt'), 'big'.padEnd(500))
  const { request, getCached } = createCache('a', 'b')
  await request('a')
  expect(await request('big')).toBe('big')
  await request('b')
  expect(await getCached()).toEqual(['a', 'b'])
})
