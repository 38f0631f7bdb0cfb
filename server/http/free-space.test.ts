import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { findLackOfSpace } from './free-space.ts'

test('a disk with too little space is reported, and one with enough is not', async () => {
  expect(await findLackOfSpace(tmpdir(), 1)).toBe(null)
  expect(await findLackOfSpace(tmpdir(), Number.MAX_SAFE_INTEGER)).toMatch(/almost full: \d+ MiB are left\.$/)
  expect(await findLackOfSpace('/no/such/folder')).toBe(null)
})
