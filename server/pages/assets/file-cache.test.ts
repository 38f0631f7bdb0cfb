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

/** A memory of 100 bytes over files of 40, and which of them it has without the disk. */
function memoryOver(...names: readonly string[]) {
  for (const name of names) writeFileSync(join(folder, `${name}.txt`), name.padEnd(40))
  const { read } = createFileCache(dataDir, 100)
  const ask = async (name: string) => {
    const stored = await read({ ...address, file: `${name}.txt` })
    return stored?.bodies.identity.toString().trim() ?? null
  }
  const kept = async () => {
    rmSync(folder, { recursive: true })
    const answers = await Promise.all(names.map(ask))
    return answers.filter((name) => name !== null)
  }
  return { ask, kept }
}

test('a file is read from the disk once', async () => {
  const { ask, kept } = memoryOver('a')
  expect(await ask('a')).toBe('a')
  expect(await kept()).toEqual(['a'])
})

test('what is not there is looked for again', async () => {
  const { ask } = memoryOver()
  expect(await ask('late')).toBeNull()
  writeFileSync(join(folder, 'late.txt'), 'late')
  expect(await ask('late')).toBe('late')
})

test('the least lately used goes when the memory is full', async () => {
  const { ask, kept } = memoryOver('a', 'b', 'c')
  for (const name of ['a', 'b', 'a', 'c']) await ask(name)
  expect(await kept()).toEqual(['a', 'c'])
})

test('a file that is asked for many times at once counts once', async () => {
  const { ask, kept } = memoryOver('a', 'b')
  await Promise.all(Array.from({ length: 20 }, () => ask('a')))
  await ask('b')
  expect(await kept()).toEqual(['a', 'b'])
})

test('compressed copies count, too', async () => {
  writeFileSync(join(folder, 'a.txt.br'), 'x'.repeat(30))
  const { ask, kept } = memoryOver('a', 'b')
  await ask('a')
  await ask('b')
  expect(await kept()).toEqual(['b'])
})

test('a file that is larger than the memory is served and does not stay beside others', async () => {
  writeFileSync(join(folder, 'big.txt'), 'big'.padEnd(500))
  const { ask, kept } = memoryOver('a', 'b')
  await ask('a')
  expect(await ask('big')).toBe('big')
  await ask('b')
  expect(await kept()).toEqual(['b'])
})
