import type { DiscoveryDocument, SelectedShell } from '@portico/protocol/discovery/discovery-document.ts'
import { expect, test } from 'vitest'
import { isWithdrawn, toReportedShell } from './own-release.ts'

const own = '/r/shell/2.0.0-22222222/'
const selected: SelectedShell = { release: '2.0.0-22222222', arm: 'canary', rollout: 'r1' }
const stable = { version: '1.0.0', hash: '0a1b2c3d', js: [], css: [] }
const canary = { ...stable, version: '2.0.0', hash: '22222222' }
const inRollout: DiscoveryDocument['shell'] = {
  ...stable,
  canary: { release: canary, rollout: 'r1', share: 100 },
}

test.each([
  { name: 'its rollout goes on', folder: own, shell: selected, now: inRollout, expected: false },
  { name: 'it was rolled back', folder: own, shell: selected, now: stable, expected: true },
  { name: 'everyone gets it', folder: own, shell: selected, now: canary, expected: false },
  {
    name: 'a later rollout has the same release',
    folder: own,
    shell: undefined,
    now: inRollout,
    expected: true,
  },
  {
    name: 'it is a preview',
    folder: own,
    shell: { ...selected, arm: 'preview' },
    now: stable,
    expected: false,
  },
  {
    name: 'it has replaced another',
    folder: '/r/shell/1.0.0-0a1b2c3d/',
    shell: selected,
    now: stable,
    expected: false,
  },
  { name: 'no shell is published', folder: own, shell: selected, now: null, expected: false },
] as const)('whether a shell was withdrawn when $name: $expected', ({ folder, shell, now, expected }) => {
  expect(isWithdrawn(folder, shell, now)).toBe(expected)
})

test('a shell reports as what it is, or as the fallback of the one that it has replaced', () => {
  const remote = { name: 'shell', rollout: 'r1', release: { version: '2.0.0', hash: '22222222', pages: [] } }
  expect(toReportedShell(selected, own)).toEqual({ arm: 'canary', remote })
  expect(toReportedShell(selected, '/r/shell/1.0.0-rc.1-0a1b2c3d/')).toMatchObject({
    arm: 'fallback',
    remote: { release: { version: '1.0.0-rc.1', hash: '0a1b2c3d' } },
  })
  const { rollout: _, ...preview } = selected
  expect([toReportedShell(undefined, own), toReportedShell(preview, own)]).toEqual([null, null])
})
