import { getPlan } from '@portico/protocol/rollout/plans.ts'
import { expect, test } from 'vitest'
import type { App, Fault, ShellSite } from './shell-visitors.ts'
import { simulateShell } from './simulate-shell.ts'

const starts = { cached: 0.4, uncached: 1, unsent: 0.2 }
const slow = { cached: 0.5, uncached: 2.5, unsent: 0.2 }
const regulars = { visitors: 5_000, share: 1 }
const site: ShellSite = { viewsPerMinute: 60, mute: 0.3, starts }
const runs = 6
const all = <T>(value: T) => Array<T>(runs).fill(value)

const simulate = (changes: Partial<ShellSite>, hasRemote = false) =>
  simulateShell({
    ...{ runs, seed: 20261128, bucketSeconds: 120, limitMinutes: 3 * 24 * 60 },
    plans: { shell: getPlan('mid'), ...(hasRemote && { remote: getPlan('mid') }) },
    site: { ...site, ...changes },
  })

test.each<[string, Partial<ShellSite>]>([
  ['outages of reports', { hasOutages: true }],
  ['16 networks that forge silence with the canary', { forged: { networks: 16, arm: 'canary' } }],
  ['16 networks that forge silence with stable', { forged: { networks: 16, arm: 'stable' } }],
  ['regulars', { regulars: { visitors: 500, share: 0.5 } }],
  ['only regulars, who leave while it is downloaded', { regulars, mute: 0, starts: slow }],
])('a healthy shell is stopped by no silence: %s', (_, changes) => {
  expect(simulate(changes).map(({ shell }) => [shell?.status, shell?.caught])).toEqual(
    all(['completed', null]),
  )
})

test.each<[App, Fault]>([
  ['shell', { deadFor: 'all' }],
  ['shell', { deadFor: 'small' }],
  ['remote', { failures: 1 }],
])('of a shell and a remote in rollout at once, only the broken one is stopped: %s %o', (app, fault) => {
  const ends = simulate({ faults: { [app]: fault } }, true)
  const other = app === 'shell' ? 'remote' : 'shell'
  expect(ends.map((end) => [end[app]?.status, end[other]?.status])).toEqual(all(['rolled-back', 'completed']))
})
