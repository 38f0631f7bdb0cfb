import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chooseTemporaryFolder } from './choose-temporary-folder.ts'

test('tests write to memory if there is room, and to the temporary folder otherwise', () => {
  const memory = mkdtempSync(join(tmpdir(), 'memory-'))
  expect(chooseTemporaryFolder(memory, 1)).toBe(memory)
  expect(readdirSync(memory)).toEqual([])
  expect(chooseTemporaryFolder(memory, Number.MAX_VALUE)).toBe(tmpdir())
  expect(chooseTemporaryFolder(join(memory, 'missing'), 1)).toBe(tmpdir())
})
