import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| [12] \| .+ \| (.+) \|$/gm)].map(
  ([, id = '', evidence = '']) => ({ id, evidence }),
)

test('every requirement in docs/security.md is open, or shown by files that exist', () => {
  const wrong = rows.filter(({ evidence }) => {
    if (evidence === '**open**') return false
    const files = [...evidence.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
    const mayHaveNoTest = evidence.startsWith('file: ')
    const isShown = (file: string) =>
      existsSync(join(root, file)) && (mayHaveNoTest || /\.(?:test|spec)\.tsx?$/.test(file))
    return files.length === 0 || !files.every(isShown)
  })
  expect(wrong).toEqual([])
})

test('the numbers in docs/security.md are those of its rows, each of which occurs once', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const count = (shown: (evidence: string) => boolean) =>
    rows.filter(({ evidence }) => shown(evidence)).length
  const open = count((evidence) => evidence === '**open**')
  const code = count((evidence) => evidence.startsWith('file: '))
  expect(text).toMatch(
    new RegExp(`requirements ${rows.length} apply: ${rows.length - open - code} are shown`),
  )
  expect(text).toContain(`${code} by the file named`)
  expect(text).toContain(`**${open} are open**`)
  const comparison = readFileSync(join(root, 'docs/comparison.md'), 'utf8')
  expect(comparison).toContain(`${open} of ${rows.length} [security requirements](security.md)`)
})
