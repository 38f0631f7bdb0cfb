import { expect, test } from 'vitest'
import { sortHashes } from './stable-integrity-plugin.ts'

const hash = (letter: string) => `sha256-${letter.repeat(43)}=`

test.each(['sriHashes', 'sriExtractCssHashes'])('%s is sorted by its keys', (table) => {
  const code = (...entries: string[]) => `n.${table}={${entries.join(',')}},n.f={};`
  const entries = [`a:"${hash('A')}"`, `"b-2":"${hash('B')}"`, `12:"${hash('/')}"`]
  const sorted = sortHashes(code(...entries))
  expect(sortHashes(code(...entries.toReversed()))).toBe(sorted)
  for (const entry of entries) expect(sorted).toContain(entry)
  expect(sorted).toHaveLength(code(...entries).length)
})

test('code without a hash table is not changed', () => {
  const code = 'var sriHashes={a:"sha256-short"},x={b:1,a:2}'
  expect(sortHashes(code)).toBe(code)
})
