import { expect, test } from 'vitest'
import { getProvidedVersions, getRequiredRanges } from './shared-packages.ts'

test('what a remote was built with, the shell of the same checkout lends', () => {
  const lent = getProvidedVersions({ folder: 'shell' })
  const needed = getRequiredRanges({ folder: 'tools' })
  expect(Object.keys(needed)).toEqual(Object.keys(lent))
  for (const [name, range] of Object.entries(needed)) expect(range).toBe(`^${lent[name]}`)
})
