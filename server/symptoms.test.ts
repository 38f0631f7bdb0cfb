import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// The table of symptoms quotes messages and names metrics.
const root = join(import.meta.dirname, '..')
const guide = readFileSync(join(root, 'docs/guides/symptoms.md'), 'utf8')
const symptoms = guide
  .slice(guide.indexOf('## What you see'))
  .split('\n')
  .filter((line) => line.startsWith('| '))
const sources = globSync('server/**/*.ts', {
  cwd: root,
  exclude: ['**/node_modules', '**/.types', '**/*.test.ts'],
})
const code = sources.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')

test('every message among the symptoms is one of the server’s', () => {
  const quoted = symptoms.flatMap((line) => [...line.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text))
  const parts = quoted.flatMap((text) => text.split('…')).map((part) => part.trim())
  expect(parts.length).toBeGreaterThan(20)
  expect(parts.filter((part) => !code.includes(part))).toEqual([])
})

test('every metric among the symptoms is one of the server’s', () => {
  const metrics = symptoms.flatMap((line) => line.match(/\bportico_[a-z_]+/g) ?? [])
  expect(metrics.length).toBeGreaterThan(5)
  expect(metrics.filter((metric) => !code.includes(`'${metric}'`))).toEqual([])
})
