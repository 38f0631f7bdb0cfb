import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import setup from './temporary-folder.ts'

test('a run’s folder is the temporary folder until the run ends, and is removed then', () => {
  const before = process.env.TMPDIR
  const remove = setup()
  const folder = tmpdir()
  expect(folder).not.toBe(before)
  mkdtempSync(join(folder, 'left-'))
  remove()
  expect([process.env.TMPDIR, existsSync(folder)]).toEqual([before, false])
})
