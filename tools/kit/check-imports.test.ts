import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { checkImports } from './check-imports.ts'
import { readImportRule } from './import-rule.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-imports-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}
const check = () => {
  const { isOk, message } = checkImports(folder, readImportRule())
  return { isOk, lines: isOk ? [] : message.trim().split(/\n\s+/) }
}

test('a repository imports the kit, its own packages and the rooms below, and its tests what they need', () => {
  write('remote.ts', "export * from './manifest.ts'\n")
  write('manifest.ts', "export * from './pages/home/route.tsx'\n")
  write('pages/home/route.tsx', "import '@portico/kit/ui/button.tsx'\nimport '../../cart/cart.tsx'\n")
  write(
    'cart/cart.tsx',
    "import 'three'\nimport '../prices.ts'\nimport '../model/item.ts'\nimport '../ui/row.tsx'\n",
  )
  write('prices.ts', "import 'date-fns/format'\n")
  write('pages/home/route.test.tsx', "import 'zustand'\n")
  write('node_modules/zustand/index.js', "import 'react-router'\n")
  expect(check()).toEqual({ isOk: true, lines: [] })
})

test('packages of the shell and the site, and modules outside the repository, are refused with file and line', () => {
  write(
    'pages/page.tsx',
    `import {
  useState,
} from 'react'
export { create } from 'zustand'
const text = "import 'zustand'"
const later = () => import(/* webpackChunkName: "x" */ 'react-router/dom')
export type { app } from '@portico/server/app.ts'
import '../../shell/main.tsx'
`,
  )
  expect(check()).toEqual({
    isOk: false,
    lines: [
      expect.stringMatching(/^pages\/page\.tsx:8 .*outside this repository/),
      expect.stringMatching(/^pages\/page\.tsx:4 zustand: .*@portico\/kit\/contract\/router\.ts/),
      expect.stringMatching(/^pages\/page\.tsx:7 There is no package @portico\/server/),
      expect.stringMatching(/^pages\/page\.tsx:6 react-router\/dom: /),
    ],
  })
})

test('a repository that names the kit as it was called before learns what to do', () => {
  write('manifest.ts', "import type { RemoteManifest } from '@portico/shared/contract/manifest.ts'\n")
  expect(check().lines).toEqual([
    'manifest.ts:1 @portico/shared/contract/manifest.ts: The kit is called @portico/kit now: run npx --no-install portico upgrade.',
  ])
})

test('the rooms of a repository have the order of those of a new remote', () => {
  write('ui/row.tsx', "import '../pages/home/route.tsx'\n")
  write('data/load.ts', "import '../model/item.ts'\n")
  write('cart/cart.ts', "import '../order/order.ts'\n")
  write('order/order.ts', "import '../cart/cart.ts'\n")
  expect(check().lines).toEqual([
    expect.stringMatching(/^data\/load\.ts:1 .*data must not import model/),
    expect.stringMatching(/^ui\/row\.tsx:1 .*ui must not import pages/),
    expect.stringMatching(/A circle in \.: cart, order/),
  ])
})
