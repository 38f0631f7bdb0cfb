import { expect, test } from 'vitest'
import { createSelectedRemote } from '../../testing/selected-remote.ts'
import { createVitalReports } from './vital-reports.ts'

test('what the page took is sent when it is hidden, once, as the largest whole number', () => {
  const sent: unknown[] = []
  const { add, handleHidden } = createVitalReports((report) => sent.push(report))
  const remote = createSelectedRemote([{ path: '/new' }])
  const canary = { remote: { ...remote, rollout: 'r1' }, arm: 'canary' } as const
  add({ remote, arm: 'stable' }, 'inp', 90) // has no rollout
  handleHidden()
  expect(sent).toEqual([])
  for (const ms of [80.4, 120.6, 90]) add(canary, 'inp', ms)
  handleHidden()
  add(canary, 'inp', 900)
  handleHidden()
  const release = { remote: 'new', release: '1.2.0-0a1b2c3d', rollout: 'r1', arm: 'canary' }
  expect(sent).toEqual([{ loads: [], vitals: [{ ...release, vital: 'inp', value: 121 }] }])
})
