import { randomUUID } from 'node:crypto'
import { OverviewSchema } from '@portico/protocol/rollout/overview-api.ts'
import type { RolloutState } from '@portico/protocol/rollout/rollout-state.ts'
import {
  newRelease,
  oldRelease,
  reports,
  rolloutAfter,
  start,
} from '@portico/protocol/testing/rollout-events.ts'
import * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { addPoint } from './history-points.ts'
import { createOverviewReader } from './read-overview.ts'

const minuteMs = 60_000

describeOnDatabases('the overview', (server) => {
  const client = () => createRolloutClient(server())
  // Another server evaluates, so that the rollouts stay as they are written here.
  beforeAll(async () => {
    const row = { holder: randomUUID(), until: Date.now() + 50_000 }
    await server()
      .db.insertInto('lease')
      .values({ name: 'evaluate', ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
    await publishSite(server(), 'one', 'two')
  })

  async function read(...scopes: string[]) {
    const response = await (await client().with(...scopes)).get('/-/overview')
    expect(response.headers['cache-control']).toBe('no-store')
    return v.parse(OverviewSchema, response.json())
  }

  /** Writes a remote with a rollout that has been in these states, the last one now. */
  async function writeRemote(name: string, states: readonly RolloutState[]): Promise<void> {
    const { db } = server()
    const id = `r-${name}`
    const at = Date.now()
    const startedAt = at - 100 * minuteMs
    for (const state of states)
      if (state.lastReportMs !== null)
        await addPoint(db, { ...state, id }, { at: state.lastReportMs, startedAt })
    const last = { ...states.at(-1), id, remote: name }
    const times = { started_at: startedAt, changed_at: at, started_by: 'team' }
    await db
      .insertInto('rollout')
      .values({ id, remote: name, status: 'running', state: JSON.stringify(last), ...times })
      .execute()
    const row = { team: 'Team', stable: oldRelease, fallback: null, off: null, frozen: null, rollout: id }
    await db
      .insertInto('remote')
      .values({ name, ...row })
      .execute()
  }

  /** The states after each minute of reports, of which the last was now, with so many failures of the canary in each. */
  function reportFor(minutes: number, getFailures: (minute: number) => number = () => 0): RolloutState[] {
    const from = Math.floor(Date.now() / 1_000) - minutes * 60
    const events = Array.from({ length: minutes }, (_, at) => reports(from + at * 60, 100, getFailures(at)))
    return events.map((_, at) => rolloutAfter(start(), { kind: 'advanced' }, ...events.slice(0, at + 1)))
  }
  const getRollout = async (remote: string) =>
    (await read('read')).apps.find(({ name }) => name === remote)?.rollout

  test('has the shell and every remote, in alphabetical order', async () => {
    await client().publish('new', '1.0.0')
    const { apps, revision } = await read('read')
    expect(revision).toBeGreaterThan(0)
    expect(apps.map(({ name, kind, rollout }) => [name, kind, rollout?.plan])).toEqual([
      ['new', 'remote', undefined],
      ['one', 'remote', 'now'],
      ['shell', 'shell', 'now'],
      ['two', 'remote', 'now'],
    ])
    expect(apps.map(({ stable }) => stable?.slice(0, 5))).toEqual([undefined, '1.0.0', '1.0.0', '1.0.0'])
    expect(apps[2]).toMatchObject({ published: { by: 'start' } })
    expect(apps[0]).toMatchObject({ stable: null, team: expect.stringMatching(/./) })
  })

  test('is what the token may read', async () => {
    expect((await read('rollback:one')).apps.map(({ name }) => name)).toEqual(['one'])
    expect((await read('rollback:*')).apps.map(({ name }) => name)).toContain('shell')
    expect((await server().app.inject('/-/overview')).statusCode).toBe(401)
  })

  test('says what a rollout waits for, since when, and until when', async () => {
    await client().start('one', await client().publish('one', '1.1.0'))
    const rollout = await getRollout('one')
    expect(rollout).toMatchObject({
      status: 'running',
      steps: [0, 500, 2_500, 5_000, 10_000],
      step: 0,
      share: 0,
    })
    expect(rollout).toMatchObject({ missing: [expect.stringContaining('approval')], stepEndsAt: null })
    expect(rollout?.health).toEqual({ canary: 'unknown', stable: 'unknown' })
    await writeRemote('quiet', reportFor(11))
    const quiet = await getRollout('quiet')
    expect(quiet).toMatchObject({ from: oldRelease, to: newRelease, startedBy: 'team' })
    expect(quiet?.missing).toEqual([expect.stringMatching(/^needs \d more minutes of reports$/)])
    expect(quiet?.stepEndsAt).toBeGreaterThan(Date.now())
  })

  test('says how the arms are doing', async () => {
    await writeRemote('good', reportFor(11))
    await writeRemote(
      'worse',
      reportFor(11, (minute) => (minute < 8 ? 0 : 5)),
    )
    const [good, worse] = [await getRollout('good'), await getRollout('worse')]
    expect(good?.health).toEqual({ canary: 'good', stable: 'good' })
    expect(worse?.health).toEqual({ canary: 'worse', stable: 'good' })
    expect(worse?.trend.canary).toEqual([0, 0, 0, 0, 0, 0, 0, 0.05, 0.05, 0.05])
    expect(worse?.trend.stable).toEqual(Array.from({ length: 10 }, () => 0))
  })

  test('takes as many queries for 30 remotes with long histories as for one', async () => {
    const count = async (scope: string) => {
      let queries = 0
      const db = server().db.withPlugin({
        transformQuery: ({ node }) => {
          queries += 1
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const { apps } = await createOverviewReader({ ...server(), db })({ scopes: [scope] })
      return { queries, apps }
    }
    const few = await count('read:one')
    const states = reportFor(30)
    for (let at = 0; at < 30; at += 1) await writeRemote(`many${at}`, states.slice(at === 0 ? 0 : -2))
    const { queries, apps } = await count('read')
    expect(apps.length).toBeGreaterThan(30)
    expect(queries).toBe(few.queries)
    const last = apps.find(({ name }) => name === 'many0')
    expect(last?.rollout?.trend.canary).toHaveLength(23)
  })
})
