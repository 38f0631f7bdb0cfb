import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { expect, test } from 'vitest'
import { toServable } from './to-servable.ts'

const createShell = (version: string) => ({ version, hash: '0a1b2c3d', js: [], css: [] })
const stable = createShell('2.0.0')
const fallback = createShell('1.0.0')
const canary = { release: createShell('3.0.0'), rollout: 'r-1', share: 500 }
const newest: DiscoveryDocument = {
  schemaVersion: 1,
  revision: 7,
  shell: { ...stable, fallback, canary },
  remotes: {},
}
const shown: DiscoveryDocument = { ...newest, revision: 6, shell: fallback }

test.each([
  ['nothing', [], newest],
  ['the canary', ['3.0.0'], { ...newest, shell: { ...stable, fallback } }],
  ['the fallback', ['1.0.0'], { ...newest, shell: { ...stable, canary } }],
  ['the stable release', ['2.0.0'], shown],
])('a machine without the files of %s of the shell serves the rest', (_, missing: string[], expected) => {
  const hasFiles = ({ id }: { readonly id: string }) => !missing.includes(id.replace(/-.*/, ''))
  expect(toServable(newest, { shown, hasFiles })).toEqual(expected)
})
