import { expect, test } from 'vitest'
import { contractVersion, formatSupportedVersions, getContractSupport } from './contract-version.ts'

test.each([
  [8, 'unknown'],
  [7, 'current'],
  [6, 'ending'],
  [5, 'ended'],
] as const)('a shell of contract 7 supports version %i: %s', (version, support) => {
  expect(getContractSupport(version, 7)).toBe(support)
})

test('a sentence names the versions that are accepted', () => {
  expect([1, 2, 7].map((newest) => formatSupportedVersions(newest))).toEqual(['1', '1 or 2', '6 or 7'])
})

test('every version has a page', () => {
  const pages = Object.keys(import.meta.glob('../../../docs/contract/*.md'))
  const versions = Array.from({ length: contractVersion }, (_, index) => index + 1)
  expect(pages).toEqual(
    expect.arrayContaining(versions.map((version) => `../../../docs/contract/${version}.md`)),
  )
})
