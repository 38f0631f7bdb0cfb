import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chooseParent } from './choose-parent.ts'

test('tests write to memory if there is room, and to the temporary folder otherwise', () => {
  const memory = mkdtempSync(join(tmpdir(), 'memory-'))
  expect(chooseParent(memory, 1)).toBe(memory)
  expect(readdirSync(memory)).toEqual([])
  expect(chooseParent(memory, Number.MAX_VALUE)).toBe(tmpdir())
  expect(chooseParent(join(memory, 'missing'), 1)).toBe(tmpdir())
})
