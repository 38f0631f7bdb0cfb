import { describe, expect, test } from 'vitest'
import {
  deploymentAfter,
  newRelease,
  oldRelease,
  reports,
  rolloutAfter,
  start,
} from '../testing/rollout-events.ts'
import { decide, getMissingEvidence } from './decide.ts'
import { getAdvance, getAdvanceEValue } from './evidence.ts'
import { fullShare, getPlan } from './plans.ts'
import { notRolledOut } from './rollout-state.ts'
import { type RolloutEvent, transition } from './transition.ts'

const advanced: RolloutEvent = { kind: 'advanced' }
const paused: RolloutEvent = { kind: 'paused', reason: 'a doubt' }
const resumed: RolloutEvent = { kind: 'resumed' }
const cancelled: RolloutEvent = { kind: 'cancelled', reason: 'no need' }
const rolledBack: RolloutEvent = { kind: 'rolled-back', reason: 'it is broken' }
const frozen: RolloutEvent = { kind: 'frozen', reason: 'holidays' }
const unfrozen: RolloutEvent = { kind: 'unfrozen' }
const shares = (...facts: readonly RolloutEvent[]) => rolloutAfter(start(), ...facts).share

describe('rule 1: one rollout of a remote at a time', () => {
  test.each([
    { what: 'running', facts: [] },
    { what: 'paused', facts: [paused] },
  ])('another one is refused while one is $what', ({ facts }) => {
    expect(() =>
      deploymentAfter(start(), ...facts, start('low', { id: 'r2', to: '1.2.0-22222222' })),
    ).toThrow(`Wait until ${newRelease} completes`)
  })

  test.each([
    { what: 'cancelled', facts: [paused, cancelled] },
    { what: 'rolled back', facts: [rolledBack] },
  ])('another one begins once one is $what', ({ facts }) => {
    const next = start('low', { id: 'r2', to: '1.2.0-22222222' })
    expect(rolloutAfter(start(), ...facts, next)).toMatchObject({ id: 'r2', status: 'running' })
  })
})

describe('rule 2: a share never shrinks except to 0', () => {
  test('the share never shrinks from step to step', () => {
    expect(shares()).toBe(0)
    expect(shares(advanced)).toBe(500)
    expect(shares(advanced, paused, resumed, advanced)).toBe(2_500)
    expect(shares(advanced, advanced, paused)).toBe(2_500)
    expect(shares(advanced, advanced, rolledBack)).toBe(0)
    expect(shares(advanced, advanced, paused, cancelled)).toBe(0)
  })

  test('a plan with shrinking shares takes the release from nobody', () => {
    const step = { bakeMinutes: 0, minimumLoads: 0, marginPoints: 100 }
    const steps = [5_000, 1_000, fullShare].map((share) => ({ ...step, share }))
    const falling = start('low', { plan: { name: 'low', steps } })
    expect(rolloutAfter(falling, advanced).share).toBe(5_000)
  })
})

describe('advancing to a named share', () => {
  const to = (share: number): RolloutEvent => ({ kind: 'advanced', reason: 'it is urgent', to: share })

  test('skips steps, and applies the last one that has no more visitors', () => {
    expect(rolloutAfter(start(), to(3_000))).toMatchObject({ share: 3_000, step: 2, status: 'running' })
    expect(rolloutAfter(start(), to(3_000), advanced)).toMatchObject({ share: 5_000, step: 3 })
  })

  test('to everyone is monitored before it becomes stable', () => {
    const deployment = deploymentAfter(start(), to(fullShare))
    expect(deployment).toMatchObject({ stable: oldRelease, rollout: { share: fullShare, step: 4 } })
    expect(transition(deployment, advanced)).toMatchObject({ stable: newRelease })
  })

  test('never shrinks, and stays refused while frozen or paused', () => {
    expect(() => deploymentAfter(start(), advanced, to(500))).toThrow('Expected more than 5 %, got 5 %.')
    expect(() => deploymentAfter(start(), advanced, paused, to(5_000))).toThrow('Resume it first')
    expect(() => deploymentAfter(start(), frozen, to(5_000))).toThrow('Unfreeze the remote first.')
  })
})

describe('changing the plan', () => {
  const change = (name: 'low' | 'standard'): RolloutEvent => ({
    kind: 'plan-changed',
    plan: getPlan(name),
    reason: 'more visitors than expected',
  })

  test('keeps every visitor’s arm, the evidence, and the time and loads of the step', () => {
    const before = rolloutAfter(start(), advanced, advanced, reports(10, 300, 2), reports(20, 5))
    const after = rolloutAfter(
      start(),
      advanced,
      advanced,
      reports(10, 300, 2),
      reports(20, 5),
      change('low'),
    )
    const { plan: _, step: __, ...kept } = before
    expect(after).toMatchObject(kept)
    expect([after.plan.name, after.step, after.share]).toEqual(['low', 1, 2_500])
    expect(transition(deploymentAfter(start(), advanced, advanced, change('low')), advanced)).toMatchObject({
      rollout: { step: 2, share: 5_000 },
    })
  })

  test('the evidence for another margin is as if the plan had always had it', () => {
    const healthy = many(400)
    const changed = rolloutAfter(start(), advanced, ...healthy, change('low'))
    expect(getAdvanceEValue(changed.evidence, 3)).toBe(
      getAdvanceEValue(rolloutAfter(start('low'), { ...advanced, to: 500 }, ...healthy).evidence, 3),
    )
    expect(decide(deploymentAfter(start(), advanced, ...healthy, change('low')))?.kind).toBe('advanced')
    expect(getAdvance(changed.evidence.advance, 2.5)).toBe(getAdvance(changed.evidence.advance, 2))
    expect(getAdvance(changed.evidence.advance, 0.1)).toEqual({ logE: 0, attack: 0 })
  })

  test('works while paused, frozen or waiting, and not after the end', () => {
    expect(rolloutAfter(start(), advanced, paused, change('low')).status).toBe('paused')
    expect(rolloutAfter(frozen, start(), change('low'), unfrozen)).toMatchObject({
      status: 'running',
      share: 0,
    })
    expect(() => deploymentAfter(start(), rolledBack, change('low'))).toThrow('Start a release first.')
  })
})

describe('rule 3: stable changes only when a rollout completes its last step', () => {
  const toTheWatch = [advanced, advanced, advanced, advanced]

  test('at 100 % it is monitored, then becomes stable, and the old stable release its fallback', () => {
    expect(deploymentAfter(start(), ...toTheWatch)).toMatchObject({
      stable: oldRelease,
      rollout: { status: 'running', share: fullShare },
    })
    expect(deploymentAfter(start(), ...toTheWatch, advanced)).toMatchObject({
      stable: newRelease,
      fallback: oldRelease,
      rollout: { status: 'completed' },
    })
  })

  test('the plan `now` completes immediately, and is the only one for a first release', () => {
    expect(transition(notRolledOut, start('now'))).toMatchObject({
      stable: newRelease,
      fallback: null,
      rollout: { status: 'completed' },
    })
    expect(() => transition(notRolledOut, start('mid'))).toThrow('Start it with `--plan now`')
  })
})

describe('rule 4: a rollback is never refused', () => {
  test.each([
    { what: 'waiting', facts: [frozen, start()] },
    { what: 'with its testers', facts: [start()] },
    { what: 'running in a frozen remote', facts: [start(), advanced, frozen] },
    { what: 'paused', facts: [start(), advanced, paused] },
    { what: 'at 100 %', facts: [start(), advanced, advanced, advanced, advanced] },
    { what: 'switched off', facts: [start(), { kind: 'switched-off', reason: 'a doubt' } as const] },
  ])('a rollout that is $what can be rolled back', ({ facts }) => {
    expect(deploymentAfter(...facts, rolledBack)).toMatchObject({
      stable: oldRelease,
      rollout: { status: 'rolled-back', share: 0, reason: 'it is broken' },
    })
  })

  test('a completed rollout can be rolled back to the previous release, even if frozen', () => {
    expect(deploymentAfter(start('now'), frozen, rolledBack)).toMatchObject({
      stable: oldRelease,
      fallback: null,
      quarantined: { [newRelease]: 'it is broken' },
      rollout: { status: 'rolled-back', share: 0, reason: 'it is broken' },
    })
  })

  test('a rollback can name a release, and ends the rollout in progress', () => {
    const third = '1.2.0-33333333'
    const deployment = deploymentAfter(start('now'), start('mid', { to: third }), advanced)
    const onceStable = [oldRelease, newRelease]
    expect(transition({ ...deployment, onceStable }, { ...rolledBack, to: oldRelease })).toMatchObject({
      stable: oldRelease,
      fallback: null,
      rollout: { status: 'rolled-back' },
      quarantined: { [newRelease]: 'it is broken', [third]: 'it is broken' },
    })
  })

  test('naming stable itself only ends the rollout in progress', () => {
    expect(deploymentAfter(start(), advanced, { ...rolledBack, to: oldRelease })).toMatchObject({
      stable: oldRelease,
      rollout: { status: 'rolled-back' },
      quarantined: { [newRelease]: 'it is broken' },
    })
  })

  test('without a previous release, the error says what everyone has and what to do', () => {
    expect(() => deploymentAfter(rolledBack)).toThrow(
      `Everyone has ${oldRelease}, and there is no earlier one to roll back to. If it is broken, turn the remote off (\`off\`).`,
    )
  })
})

describe('the right to roll back is not a right to deploy', () => {
  const rollBackTo = (to: string) => ({ ...rolledBack, to })

  test('a release that was never stable is refused, and the error names those that were', () => {
    const deployment = deploymentAfter(start('now'))
    expect(() => transition(deployment, rollBackTo('0.9.0-99999999'))).toThrow(
      `Expected a release that was stable before (${newRelease}), got 0.9.0-99999999. To roll it out, use \`start\`.`,
    )
  })

  test('the release that is being rolled out is refused, even if it was stable before', () => {
    const deployment = { ...deploymentAfter(start(), advanced), onceStable: [oldRelease, newRelease] }
    expect(() => transition(deployment, rollBackTo(newRelease))).toThrow(
      `It is that of ${newRelease}. Without \`--to\`, a rollback returns everyone to ${oldRelease}.`,
    )
  })

  test('a release that was rolled back is refused', () => {
    const deployment = deploymentAfter(start('now'), rolledBack)
    expect(() => transition(deployment, rollBackTo(newRelease))).toThrow(
      `The reason for ${newRelease}: it is broken. Name another release, or roll it out again with`,
    )
  })
})

describe('rule 5: a rolled-back release is quarantined', () => {
  const again = { id: 'r2' }

  test.each([again, { ...again, force: true }, { ...again, reason: 'it was the network' }])(
    '%j is refused',
    (changes) => {
      expect(() => deploymentAfter(start(), rolledBack, start('mid', changes))).toThrow(
        ': it is broken. To start it anyway',
      )
    },
  )

  test('force and a reason start it again', () => {
    const forced = start('mid', { ...again, force: true, reason: 'it was the network' })
    expect(deploymentAfter(start(), rolledBack, forced)).toMatchObject({
      quarantined: {},
      rollout: { id: 'r2', status: 'running' },
    })
  })
})

describe('rule 7: the bake clock runs only while reports arrive', () => {
  const baked = (...seconds: readonly number[]) =>
    rolloutAfter(start(), advanced, ...seconds.map((at) => reports(at, 1))).bakedMs / 1_000

  test('it counts from report to report, and a long gap as five minutes', () => {
    expect(baked()).toBe(0)
    expect(baked(10, 20, 60)).toBe(60)
    expect(baked(10, 20, 86_400)).toBe(320)
  })

  test('a clock that goes back takes nothing away', () => {
    expect(baked(86_400, 86_410, 20, 30)).toBe(30)
  })

  test('it stops while paused, and restarts with each step', () => {
    const rollout = rolloutAfter(
      start(),
      advanced,
      reports(10, 1),
      paused,
      reports(20, 1),
      resumed,
      reports(30, 1),
    )
    expect(rollout.bakedMs).toBe(20_000)
    expect(rolloutAfter(start(), advanced, reports(10, 1), advanced)).toMatchObject({
      bakedMs: 0,
      loadsBefore: 1,
    })
  })
})

describe('rule 8: a pause keeps the share', () => {
  test('a paused rollout never grows', () => {
    expect(() => deploymentAfter(start(), advanced, paused, advanced)).toThrow('Resume it first')
    expect(decide(deploymentAfter(start(), advanced, paused, ...many(400)))).toBeNull()
  })

  test('a paused rollout can still be rolled back by its reports', () => {
    expect(decide(deploymentAfter(start(), advanced, paused, reports(10, 100, 50)))?.kind).toBe('rolled-back')
  })
})

describe('rule 9: too few reports hold', () => {
  test('and say how many are missing', () => {
    const deployment = deploymentAfter(start(), advanced, reports(10, 100))
    expect(decide(deployment)).toBeNull()
    expect(getMissingEvidence(deployment, 'network')).toEqual([
      'needs 100 more loads',
      'needs 15 more minutes of reports',
    ])
  })

  test('enough reports advance the rollout step by step to its end', () => {
    let deployment = deploymentAfter(start(), advanced)
    for (const event of many(2_000)) {
      deployment = transition(deployment, event)
      const decided = decide(deployment)
      if (decided !== null) deployment = transition(deployment, decided)
    }
    expect(deployment).toMatchObject({ stable: newRelease, rollout: { status: 'completed' } })
  })
})

describe('a frozen remote', () => {
  test('keeps a rollout pending, and a running one from growing', () => {
    expect(rolloutAfter(frozen, start())).toMatchObject({ status: 'pending', share: 0 })
    expect(getMissingEvidence(deploymentAfter(frozen, start()), 'network')).toEqual([
      'needs to be unfrozen: holidays',
    ])
    expect(rolloutAfter(frozen, start(), unfrozen).status).toBe('running')
    expect(() => deploymentAfter(start(), frozen, advanced)).toThrow(
      'Reason: holidays. Unfreeze the remote first.',
    )
    expect(decide(deploymentAfter(start(), advanced, ...many(400), frozen))).toBeNull()
  })
})

test('an event that does not fit is refused with a reason', () => {
  expect(() => deploymentAfter(advanced)).toThrow('Start a release first.')
  expect(() => deploymentAfter(start(), resumed)).toThrow('It is running')
  expect(() => deploymentAfter(start(), cancelled)).toThrow('Only a paused rollout')
  expect(() => deploymentAfter(start('mid', { to: oldRelease }))).toThrow('Everyone has 1.0.0-00000000.')
  expect(() => deploymentAfter(frozen, start(), paused)).toThrow('Unfreeze the remote first.')
})

test('reports after the end change nothing', () => {
  const deployment = deploymentAfter(start(), rolledBack)
  expect(transition(deployment, reports(10, 5))).toBe(deployment)
})

test('a remote can be switched off and on', () => {
  const off = deploymentAfter({ kind: 'switched-off', reason: 'a doubt' })
  expect(off.off).toBe('a doubt')
  expect(transition(off, { kind: 'switched-on' }).off).toBeNull()
})

/** Healthy reports, ten seconds apart. */
function many(count: number): RolloutEvent[] {
  return Array.from({ length: count }, (_, at) => reports((at + 1) * 10, 10))
}
