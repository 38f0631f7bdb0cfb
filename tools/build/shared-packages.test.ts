import { expect, test } from 'vitest'
import { getProvidedVersions, toRequiredRanges } from './shared-packages.ts'

test('the shell provides what a remote of the same checkout requires', () => {
  const provided = getProvidedVersions({ folder: 'shell' })
  const required = toRequiredRanges(getProvidedVersions({ folder: 'tools' }))
  expect(Object.keys(required)).toEqual(Object.keys(provided))
  for (const [name, range] of Object.entries(required)) expect(range).toBe(`^${provided[name]}`)
})
