import type {
  DiscoveryRelease,
  DiscoveryRemote,
  SelectedRemote,
} from '@portico/protocol/discovery/discovery-document.ts'
import { expect, test } from 'vitest'
import { createSelectedRemote } from '../testing/selected-remote.ts'
import { reselect } from './reselect.ts'

const before = createSelectedRemote([{ path: '/new' }])
const release = (version: string): DiscoveryRelease => ({
  ...before.release,
  version,
  pages: before.release.pages.map((page) => ({ ...page, js: [], css: [] })),
})
const stable: DiscoveryRemote = { team: before.team, stable: release('1.2.0') }
const canaryOf = (rollout: string) => ({
  canary: { release: release('1.3.0'), rollout, share: 1_000 },
})
const inCanary: SelectedRemote = {
  ...before,
  release: release('1.3.0'),
  arm: 'canary',
  rollout: 'r1',
  fallback: release('1.2.0'),
}

const versionAfter = (chosen: SelectedRemote, now: DiscoveryRemote) => reselect(chosen, now).release.version

test('an open page moves from stable to the next stable release and its fallback', () => {
  const now = { ...stable, stable: release('1.4.0'), fallback: release('1.2.0') }
  expect(reselect(before, now)).toMatchObject({
    release: { version: '1.4.0' },
    fallback: { version: '1.2.0' },
  })
})

test('an open page stays on a canary while its rollout runs, and leaves it afterwards', () => {
  expect(versionAfter(inCanary, { ...stable, ...canaryOf('r1') })).toBe('1.3.0')
  expect(versionAfter(inCanary, stable)).toBe('1.2.0')
  expect(versionAfter(inCanary, { ...stable, ...canaryOf('r2') })).toBe('1.2.0')
})

test('an open page never joins a canary', () => {
  expect(versionAfter(before, { ...stable, ...canaryOf('r1') })).toBe('1.2.0')
})

test('an open page stays on a preview', () => {
  expect(versionAfter({ ...inCanary, arm: 'preview' }, stable)).toBe('1.3.0')
})

test('switching a remote off and on affects every arm', () => {
  for (const chosen of [before, inCanary]) {
    const off = reselect(chosen, { ...stable, ...canaryOf('r1'), off: 'a doubt' })
    expect(off.off).toBe('a doubt')
    expect(reselect(off, { ...stable, ...canaryOf('r1') })).not.toHaveProperty('off')
  }
})
