import { expect, test } from 'vitest'
import { lentVersions, neededRanges } from './lent-packages.ts'

const app = (folder: string) => ({
  name: folder,
  folder,
  version: '1.0.0',
  hash: '0',
  reads: [],
  manifest: null,
})

test('what a remote was built with, the shell of the same checkout lends', () => {
  const lent = lentVersions({ folder: 'shell' })
  const needed = neededRanges({ folder: 'tools' })
  expect(Object.keys(needed)).toEqual(Object.keys(lent))
  for (const [name, range] of Object.entries(needed)) expect(range).toBe(`^${lent[name]}`)
})
