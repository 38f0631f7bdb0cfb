import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommandFailed, runCommand } from '../system/run-command.ts'
import { checkImports, isForbidden } from './check-imports.ts'
import { readImportRule } from './import-rule.ts'

const names = [
  ...['react', './page.tsx', '../manifest.ts', './shared/own.ts', 'three', 'date-fns/format'],
  ...['@portico/shared/ui/button.tsx', '@portico/shared/contract/router.ts', '@portico/server/app.ts'],
  ...['@portico/tools', '../shell/main.tsx', '../../shell/boot/start.tsx', '../../shared/ui/button.tsx'],
  ...['../remote-account/remote.ts', 'remote-account', 'remote-account/remote.ts', 'react-router'],
  ...[
    'react-router/dom',
    'zustand',
    'zustand/middleware',
    '../server/app.ts',
    './tools/own.ts',
    './zustand',
    'a/zustand',
  ],
]

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-imports-'))
  mkdirSync(join(folder, 'pages'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (file: string, text: string) => writeFileSync(join(folder, file), text)

test('the kit refuses exactly what the lint of this repository refuses', async () => {
  write('pages/all.ts', names.map((name) => `import '${name}'\n`).join(''))
  const rule = { level: 'error', options: { patterns: [readImportRule()] } }
  const rules = { preset: 'none', style: { noRestrictedImports: rule } }
  write('biome.json', JSON.stringify({ root: true, linter: { rules } }))
  const args = [
    'lint',
    '--only=style/noRestrictedImports',
    '--max-diagnostics=none',
    '--reporter=json',
    'pages',
  ]
  const output = await runCommand('biome', args, { cwd: folder, output: 'return' }).catch(
    (error: unknown) => {
      if (error instanceof CommandFailed) return error.output
      throw error
    },
  )
  const lines = [...output.matchAll(/"start":\s*\{\s*"line":\s*(\d+)/g)].map(([, line]) => Number(line))
  const refused = names.filter((_, index) => lines.includes(index + 1))
  expect(refused.length).toBeGreaterThan(8)
  expect(names.filter((name) => isForbidden(name, readImportRule().group))).toEqual(refused)
})

test('every way to import is found with its line, and tests may import what they need', () => {
  write('pages/all.ts', '')
  write('pages/page.test.ts', "import 'zustand'\n")
  write(
    'pages/page.tsx',
    `import {
  useState,
} from 'react'
export { create } from 'zustand'
const text = "import 'zustand'"
const later = () => import(/* webpackChunkName: "x" */ 'react-router')
`,
  )
  const { isOk, message, hint } = checkImports(folder, readImportRule())
  expect(message.trim().split(/\n\s+/)).toEqual(['pages/page.tsx:4 zustand', 'pages/page.tsx:6 react-router'])
  expect([isOk, hint]).toEqual([false, expect.stringContaining('@portico/shared')])
})
