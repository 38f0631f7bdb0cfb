import { RolloutHistorySchema } from '@portico/protocol/rollout/history-api.ts'
import { reportingNetworksNeeded } from '@portico/protocol/rollout/networks-needed.ts'
import { OverviewSchema } from '@portico/protocol/rollout/overview-api.ts'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { describeOnDatabases, describeWithServer } from '../../testing/describe-databases.ts'
import { addStablePath, createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { evaluateRollouts } from './evaluate-rollouts.ts'
import { createLease } from './lease.ts'

const minuteMs = 60_000
const noLoads = {
  ...{ canary_loads: 0, canary_failures: 0, canary_first_failures: 0 },
  ...{ stable_loads: 0, stable_failures: 0, stable_first_failures: 0 },
}
const discovery = { read: failOnRead, refresh: async () => {} }
let last = 0
afterEach(() => vi.useRealTimers())

// Its queries run on every database where browsers report loads: see telemetry.test.ts.
describeWithServer('evaluating rollouts', (server) => {
  const client = () => createRolloutClient(server())

  async function startCanary() {
    const remote = `remote${++last}`
    await publishSite(server(), remote)
    const { id } = await client().start(remote, await client().publish(remote, '1.1.0'))
    return client().step(id, 'advance')
  }

  async function addLoads(rollout: string, loads: number): Promise<void> {
    const row = { ...noLoads, canary_loads: loads, stable_loads: loads }
    await server()
      .db.insertInto('load_count')
      .values({ rollout, family: 'chromium', ...row })
      .onConflict((conflict) =>
        conflict.columns(['rollout', 'family']).doUpdateSet({
          canary_loads: sql`load_count.canary_loads + ${loads}`,
          stable_loads: sql`load_count.stable_loads + ${loads}`,
        }),
      )
      .execute()
    await addNetworks(rollout)
  }

  /** Adds as many networks as a step needs to advance. */
  async function addNetworks(rollout: string): Promise<void> {
    const counted = {
      canary_loads: 1,
      has_failed: 0,
      canary_failed: 0,
      share: 500,
      first_view: '',
      day_start: 0,
      day_loads: 1,
      used: '',
      signals: '[]',
      errors: '[]',
      shown_share: 0,
    }
    const networks = Array.from({ length: reportingNetworksNeeded }, (_, at) => ({
      rollout,
      network: `network ${at}`,
      visitor: `visitor ${at}`,
      ...counted,
    }))
    await server()
      .db.insertInto('reporting_network')
      .values(networks)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** Advances the clock, with `loads` reported for each arm every five minutes. */
  async function advanceClock(rollout: string, minutes: number, loads: number): Promise<void> {
    for (let passed = 0; passed < minutes; passed += 5) {
      vi.setSystemTime(Date.now() + 5 * minuteMs)
      if (loads > 0) await addLoads(rollout, loads)
      await evaluateRollouts({ ...server(), discovery })
    }
  }

  test('a step ends automatically after enough time with enough reports', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { id } = await startCanary()
    await advanceClock(id, 10, 60)
    expect((await client().rollout(id)).missing).toEqual([
      'needs 80 more loads',
      expect.stringMatching(/^needs \d+ more minutes of reports$/),
    ])
    await advanceClock(id, 20, 60)
    const advanced = await client().rollout(id)
    expect([advanced.status, advanced.step, advanced.share]).toEqual(['running', 2, 2_500])
    const { events } = (await client().get('/-/events')).json()
    expect(events.at(-1)).toMatchObject({ by: 'site', what: 'rollout.advance', rollout: id })
  })

  test('time without reports does not count, so a broken pipeline advances nothing', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { id } = await startCanary()
    await advanceClock(id, 10, 150)
    await advanceClock(id, 600, 0)
    expect((await client().rollout(id)).share).toBe(500)
  })

  test('a rollout waits while one of its paths belongs to another remote', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { id, remote } = await startCanary()
    const other = `${remote}other`
    await publishSite(server(), other)
    await addStablePath(server(), other, `/${remote}`)
    await advanceClock(id, 120, 1_000)
    const { share, missing } = await client().rollout(id)
    expect([share, missing]).toEqual([500, [expect.stringContaining('needs its paths')]])
    const { apps } = v.parse(OverviewSchema, (await client().get('/-/overview')).json())
    expect(apps.find(({ name }) => name === remote)?.rollout?.missing).toEqual(missing)
    await client().start(other, await client().publish(other, '1.1.0'), 'now')
    await advanceClock(id, 120, 1_000)
    expect((await client().rollout(id)).status).toBe('completed')
  })

  test('the points of its history are a minute apart, and further in a long rollout', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { id } = await startCanary()
    const readPoints = async () => {
      const history = await client().get(`/-/rollouts/${id}/history`)
      return v.parse(RolloutHistorySchema, history.json()).points
    }
    await addLoads(id, 1)
    for (let second = 0; second < 150; second += 10) {
      await addLoads(id, 1)
      vi.setSystemTime(Date.now() + 10_000)
      await evaluateRollouts({ ...server(), discovery })
    }
    const [first, second, ...rest] = await readPoints()
    expect(rest).toHaveLength(2) // the last is the newest evaluation
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(minuteMs)
    vi.setSystemTime(Date.now() + 24 * 60 * minuteMs)
    await advanceClock(id, 60, 1)
    const gaps = (await readPoints())
      .slice(5, -1)
      .map(({ at }, index, all) => at - (all[index - 1]?.at ?? at))
    expect(gaps.slice(1)).toEqual(gaps.slice(1).map(() => 15 * minuteMs))
  })

  test('pages that never answer roll a release back, each of them counted once', async () => {
    const { id } = await startCanary()
    const add = async (canary_silent: number, stable_silent: number) => {
      await server()
        .db.insertInto('load_count')
        .values({ rollout: id, family: 'safari', ...noLoads, canary_silent, stable_silent })
        .onConflict((conflict) =>
          conflict.columns(['rollout', 'family']).doUpdateSet({ canary_silent, stable_silent }),
        )
        .execute()
      for (const _ of [1, 2]) await evaluateRollouts({ ...server(), discovery })
    }
    await add(3, 20)
    await add(4, 30)
    expect(await client().rollout(id)).toMatchObject({
      status: 'running',
      signals: [{ name: 'silent', canary: 4, stable: 30 }],
    })
    await add(30, 60)
    const { status, reason } = await client().rollout(id)
    expect([status, reason]).toEqual([
      'rolled-back',
      expect.stringContaining('30 visitors had a page that never'),
    ])
  })

  test('a healthy rollout completes without manual steps', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { id, remote, to } = await startCanary()
    await advanceClock(id, 120, 1_000)
    expect((await client().rollout(id)).status).toBe('completed')
    expect((await client().get(`/-/releases/${remote}`)).json().stable).toBe(to)
  })
})

describeOnDatabases('the lease of the server that evaluates', (server) => {
  test('one server at a time holds the lease, and another one takes over', async () => {
    const { db } = server()
    const [first, second] = [createLease(server(), 'test'), createLease(server(), 'test')]
    expect((await Promise.all([first.acquire(), second.acquire()])).toSorted()).toEqual([false, true])
    await db.deleteFrom('lease').where('name', '=', 'test').execute()
    expect([await first.acquire(), await first.acquire(), await second.acquire()]).toEqual([
      true,
      true,
      false,
    ])
    await db.updateTable('lease').set({ until: 1 }).where('name', '=', 'test').execute()
    expect([await second.acquire(), await first.acquire()]).toEqual([true, false])
    await second.release()
    expect(await first.acquire()).toBe(true)
  })

  test('a lease of a server that crashed while its clock was a day ahead does not last a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 24 * 3_600_000)
    expect(await createLease(server(), 'ahead').acquire()).toBe(true)
    vi.useRealTimers()
    const next = createLease(server(), 'ahead')
    expect([await next.acquire(), await createLease(server(), 'ahead').acquire()]).toEqual([true, false])
  })
})

function failOnRead(): never {
  throw new Error('Evaluating must read the document in its own transaction.')
}
