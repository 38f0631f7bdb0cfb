import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { root } from '../system/run-command.ts'
import { printCoverage } from './print-coverage.ts'

const count = (covered: number, total: number) => {
  const counted = { covered, total }
  return { lines: counted, statements: counted, functions: counted, branches: counted }
}

test('the coverage of a workspace is that of all its files together', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'coverage-')), 'coverage-summary.json')
  const files = {
    total: count(0, 0),
    [join(root, 'shell/main.tsx')]: count(1, 1),
    [join(root, 'server/app.ts')]: count(1, 10),
    [join(root, 'server/http/health.ts')]: count(29, 30),
  }
  writeFileSync(file, JSON.stringify(files))
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  printCoverage(file)
  const lines = printed.mock.calls.map(([line]) => String(line).replaceAll(/ +/g, ' '))
  printed.mockRestore()
  expect(lines).toEqual([
    'coverage in % lines statements functions branches',
    'server 75.0 75.0 75.0 75.0',
    'shell 100.0 100.0 100.0 100.0',
  ])
})
