import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkRoutes } from './check-routes.ts'
import { findApps } from './find-apps.ts'

const page = { path: '/new', access: 'open', title: 'New', route: 'new' } as const
const apps = [
  { folder: 'remote-new', manifest: { name: 'new', team: 'New team', contractVersion: 1, pages: [page] } },
]

/** Checks a remote whose only page has this code; null: no file. */
function check(code: string | null): () => void {
  const root = mkdtempSync(join(tmpdir(), 'portico-routes-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folder = join(root, 'remote-new/pages/new')
  mkdirSync(folder, { recursive: true })
  if (code !== null) writeFileSync(join(folder, 'route.tsx'), code)
  return () => checkRoutes(root, apps)
}

test.each([
  'export function Component() {\n  return null\n}',
  'export const Component = () => null',
  "export { NewPage as Component } from './new-page.tsx'",
  "export { Component } from './new-page.tsx'",
  "export {\n  metadata,\n  NewPage as Component,\n} from './new-page.tsx'",
])('a route that exports its component is accepted: %s', (code) => {
  expect(check(code)).not.toThrow()
})

test.each([
  '',
  "export { NewPage } from './new-page.tsx'",
  "export { Component as NewPage } from './new-page.tsx'",
  'export default function Component() {}',
  '// export function Component() {}',
  'export function ComponentList() {}',
])('a route that does not is rejected, with the file and the page: %s', (code) => {
  expect(check(code)).toThrow(
    'remote-new/pages/new/route.tsx must export a component named Component: the page /new.',
  )
})

test('a page without a route file is rejected', () => {
  expect(check(null)).toThrow('remote-new/pages/new/route.tsx is missing. Create it for the page /new')
})

test('every route of this site exports its component', async () => {
  const root = join(import.meta.dirname, '../..')
  checkRoutes(root, await findApps(root))
})
