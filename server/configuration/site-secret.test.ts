import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getSiteSecret } from './site-secret.ts'

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'portico-secret-')), 'data')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

test('the secret is created once, readable only by its owner', () => {
  const secret = getSiteSecret(folder)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(getSiteSecret(folder)).toBe(secret)
  expect(readdirSync(folder)).toEqual(['site-secret'])
  expect(statSync(join(folder, 'site-secret')).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o077).toBe(0)
})

test('processes that start at the same time get the same secret', async () => {
  const script = `import { getSiteSecret } from ${JSON.stringify(join(import.meta.dirname, 'site-secret.ts'))}; console.log(getSiteSecret(${JSON.stringify(folder)}))`
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  const outputs = await Promise.all(Array.from({ length: 6 }, run))
  expect(new Set(outputs.map(({ stdout }) => stdout.trim())).size).toBe(1)
  expect(readdirSync(folder)).toEqual(['site-secret'])
})

test('a file without a valid secret is rejected', () => {
  getSiteSecret(folder)
  writeFileSync(join(folder, 'site-secret'), '')
  expect(() => getSiteSecret(folder)).toThrow('expected a secret of at least 32 characters. Delete the file')
})
