import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import setup, { chooseParent } from './temporary-folder.ts'

test('a run’s files are in memory if there is room, and in the temporary folder otherwise', () => {
  const memory = mkdtempSync(join(tmpdir(), 'memory-'))
  expect(chooseParent(memory, 1)).toBe(memory)
  expect(readdirSync(memory)).toEqual([])
  expect(chooseParent(memory, Number.MAX_VALUE)).toBe(tmpdir())
  expect(chooseParent(join(memory, 'missing'), 1)).toBe(tmpdir())
})

test('a run’s folder is the temporary folder until the run ends, and is removed then', () => {
  const before = process.env.TMPDIR
  const remove = setup()
  const folder = tmpdir()
  expect(folder).not.toBe(before)
  mkdtempSync(join(folder, 'left-'))
  remove()
  expect([process.env.TMPDIR, existsSync(folder)]).toEqual([before, false])
})
