import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readManifest } from './read-sources.ts'

test.each([
  { fault: 'invalid JavaScript', text: 'name = "x"', error: /^manifest\.ts(?::2)? can’t be loaded: \S/ },
  { fault: 'invalid TypeScript', text: 'name: : "x"', error: /^manifest\.ts(?::2)? can’t be loaded: \S/ },
  {
    fault: 'an unknown name',
    text: 'name: other',
    error: /^manifest\.ts:2 can’t be loaded: other is not defined$/,
  },
  {
    fault: 'a wrong value',
    text: 'name: 1',
    error: /^manifest\.ts: manifest\.name: expected string, got 1$/,
  },
  {
    fault: 'an empty text',
    text: 'name: "a", team: ""',
    error: /^manifest\.ts: manifest\.team: expected 1 to 60 characters$/,
  },
  {
    fault: 'a missing value',
    text: 'name: "a"',
    error: /^manifest\.ts: manifest\.team: is required$/,
  },
  {
    fault: 'an unknown field',
    text: 'name: "a", team: "A", contractVersion: 2, pages: [{ path: "/a", access: "open", title: "A" }], titel: 1',
    error: /^manifest\.ts: manifest\.titel: unknown field$/,
  },
])('a manifest with $fault is named in the error', async ({ text, error }) => {
  const root = mkdtempSync(join(tmpdir(), 'portico-manifest-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(join(root, 'manifest.ts'), `export const manifest = {\n  ${text},\n}\n`)
  await expect(readManifest(root, '.')).rejects.toThrow(error)
})
