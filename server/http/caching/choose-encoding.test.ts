import { expect, test } from 'vitest'
import { listAllowed } from './choose-encoding.ts'

test.each([
  ['gzip, deflate, br, zstd', ['gzip', 'deflate', 'br', 'zstd']],
  [' GZIP ; q=0.5 ,\tbr;\tq=1', ['gzip', 'br']],
  ['gzip;q=0, br;Q=0.000, zstd ; q=0.001', ['zstd']],
  ['', ['']],
  [undefined, ['']],
])('%j allows %j', (accepted, allowed) => {
  expect(listAllowed(accepted)).toEqual(allowed)
})

test('a header of more than 1,000 characters is ignored', () => {
  expect(listAllowed(`br,${' '.repeat(997)}`)).toContain('br')
  expect(listAllowed(`br,${' '.repeat(998)}`)).toEqual([])
})
