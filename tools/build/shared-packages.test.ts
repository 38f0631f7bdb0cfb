import { expect, test } from 'vitest'
import { lentVersions, neededRanges } from './shared-packages.ts'

test('what a remote was built with, the shell of the same checkout lends', () => {
  const lent = lentVersions({ folder: 'shell' })
  const needed = neededRanges({ folder: 'tools' })
  expect(Object.keys(needed)).toEqual(Object.keys(lent))
  for (const [name, range] of Object.entries(needed)) expect(range).toBe(`^${lent[name]}`)
})
