import type { LoadReport } from '@portico/shared/release/load-report.ts'
import { expect, test, vi } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { createBrowsers } from '../../testing/load-reports.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { evaluateRollouts } from '../rollouts/evaluate-rollouts.ts'

const patience = { timeout: 20_000 }
let last = 0
const environment = async () => ({ PUBLIC_URL: 'https://site.example', ADDRESS_LIMIT_FACTOR: '1' })

describeOnDatabases(
  'load reports',
  (server) => {
    const client = () => createRolloutClient(server())

    /** Starts a rollout with the canary for half of the visitors. */
    async function startRollout(share = 5_000) {
      const remote = `remote${++last}`
      await publishSite(server(), remote)
      const to = await client().publish(remote, '1.1.0')
      let rollout = await client().start(remote, to)
      while (rollout.share < share) rollout = await client().step(rollout.id, 'advance')
      return { rollout, browsers: createBrowsers(server(), rollout) }
    }
    type StartedRollout = Awaited<ReturnType<typeof startRollout>>

    /** Reports loads of `count` visitors in an arm, each from its own network. */
    async function report(
      { rollout, browsers }: StartedRollout,
      arm: 'canary' | 'stable',
      { count, ...load }: { count: number } & Partial<LoadReport>,
    ): Promise<void> {
      for (let at = 0; at < count; at += 1) {
        const address = `198.51.${100 + (at % 100)}.${last % 200}`
        const visitor = browsers.visitor(arm, rollout.share, address)
        const { statusCode } = await browsers.send([browsers.load(arm, load)], { visitor })
        expect(statusCode).toBe(204)
      }
    }

    const readTotals = async (id: string) => {
      const rows = await server().db.selectFrom('metric').selectAll().where('rollout', '=', id).execute()
      const sum = (key: 'canary_loads' | 'canary_failures' | 'stable_loads' | 'stable_failures') =>
        rows.reduce((total, row) => total + row[key], 0)
      return [sum('canary_loads'), sum('canary_failures'), sum('stable_loads'), sum('stable_failures')]
    }
    const expectTotals = (id: string, expected: readonly number[]) =>
      vi.waitFor(async () => expect(await readTotals(id)).toEqual(expected), patience)

    test('loads are counted per arm, and nothing identifies their senders', async () => {
      const one = await startRollout()
      const { rollout } = one
      await report(one, 'canary', { count: 3 })
      await report(one, 'canary', { count: 1, outcome: 'http', phase: 'entry' })
      await report(one, 'stable', { count: 4 })
      await report(one, 'stable', { count: 2, outcome: 'timeout', phase: 'chunk' })
      await expectTotals(rollout.id, [4, 1, 6, 2])
      await vi.waitFor(async () => {
        const { counts } = await client().rollout(rollout.id)
        expect(counts.canary.loads + counts.stable.loads).toBeLessThanOrEqual(10)
      }, patience)
      const rows = await server().db.selectFrom('counted').select('key').execute()
      expect(JSON.stringify(rows)).not.toContain('198.51.')
    })

    test('a page view counts once, and a visitor’s failures count once per release and hour', async () => {
      const { rollout, browsers } = await startRollout()
      const visitor = browsers.visitor('canary', rollout.share)
      const view = 'v'.repeat(22)
      const failure = browsers.load('canary', { outcome: 'mount' })
      for (const _ of [1, 2, 3]) await browsers.send([browsers.load('canary')], { visitor, view })
      for (const _ of [1, 2, 3]) await browsers.send([failure, failure], { visitor })
      await expectTotals(rollout.id, [2, 1, 0, 0])
    })

    test('thousands of forged reports from one address decide nothing', async () => {
      const { rollout, browsers } = await startRollout()
      for (let at = 0; at < 1_000; at += 1) {
        const visitor = browsers.visitor('canary', rollout.share, '203.0.113.9')
        await browsers.send([browsers.load('canary', { outcome: 'mount' })], { visitor })
      }
      const [loads, failures] = await vi.waitFor(async () => {
        const totals = await readTotals(rollout.id)
        expect(totals[0]).toBe(3)
        return totals
      }, patience)
      expect([loads, failures]).toEqual([3, 3])
      const rows = await server().db.selectFrom('counted').select('key').execute()
      const rolloutRows = rows.filter(({ key }) => key.includes(`${rollout.remote}@`))
      expect(rolloutRows.length).toBeLessThanOrEqual(2 * 600 + 2)
      await evaluateRollouts({
        ...server(),
        discovery: { read: () => never(), refresh: async () => {} },
      })
      expect((await client().rollout(rollout.id)).status).toBe('running')
    })

    test('reports that do not match the visitor’s arm and the rollout are not counted', async () => {
      const one = await startRollout()
      const { rollout, browsers } = one
      const inside = browsers.visitor('canary', rollout.share)
      const outside = browsers.visitor('stable', rollout.share)
      const { load, send } = browsers
      await send([load('canary')], { visitor: outside })
      await send([load('canary')])
      await send([load('canary', { release: '1.0.0-0a1b2c3d' })], { visitor: inside })
      await send([load('canary', { rollout: 'r-000000000000' })], { visitor: inside })
      await send([load('canary', { rollout: null })], { visitor: inside })
      await send([load('canary', { remote: 'unknown' })], { visitor: inside })
      await send([load('canary', { outcome: 'offline' })], { visitor: inside })
      await send([load('canary', { arm: 'preview' }), load('stable', { arm: 'fallback' })], {
        visitor: inside,
      })
      await report(one, 'canary', { count: 1 })
      await expectTotals(rollout.id, [1, 0, 0, 0])
    })

    test.each([
      ['an empty body', '', 204],
      ['invalid JSON', '{', 204],
      ['an unknown schema', '{"schemaVersion":2}', 204],
      ['1 MB', 'x'.repeat(1024 * 1024), 413],
    ])('a report with %s is ignored', async (_what, payload, status) => {
      const headers = { 'content-type': 'text/plain', cookie: `portico_visitor=${'a'.repeat(22)}` }
      const response = await server().app.inject({ method: 'POST', url: '/-/beacon', headers, payload })
      expect(response.statusCode).toBe(status)
    })

    test('a failing canary is rolled back automatically, and everyone gets stable', async () => {
      const one = await startRollout()
      const { rollout } = one
      await report(one, 'stable', { count: 20 })
      await report(one, 'canary', { count: 20, outcome: 'http', phase: 'entry', fellBackTo: rollout.from })
      const rolledBack = await vi.waitFor(async () => {
        const found = await client().rollout(rollout.id)
        expect(found.status).toBe('rolled-back')
        return found
      }, patience)
      expect(rolledBack.share).toBe(0)
      expect(rolledBack.reason).toMatch(/loads failed/)
      expect((await client().document()).remotes[rollout.remote]?.canary).toBeUndefined()
      const { releases } = (await client().get(`/-/releases/${rollout.remote}`)).json()
      expect(releases[0].quarantined).toBe(rolledBack.reason)
      const { events } = (await client().get('/-/events')).json()
      expect(events.at(-1)).toMatchObject({ by: 'site', what: 'rollout.rollback', rollout: rollout.id })
    })

    test('an outage that affects both arms rolls nothing back', async () => {
      const one = await startRollout()
      await Promise.all([
        report(one, 'stable', { count: 40, outcome: 'network', phase: 'entry' }),
        report(one, 'canary', { count: 40, outcome: 'network', phase: 'entry' }),
      ])
      await expectTotals(one.rollout.id, [40, 40, 40, 40])
      await evaluateRollouts({
        ...server(),
        discovery: { read: () => never(), refresh: async () => {} },
      })
      expect((await client().rollout(one.rollout.id)).status).toBe('running')
    })

    test('each report counts once, however many servers evaluate', async () => {
      const one = await startRollout()
      await report(one, 'stable', { count: 12 })
      await report(one, 'canary', { count: 12 })
      await expectTotals(one.rollout.id, [12, 0, 12, 0])
      const second = await openTestDatabase(server().configuration)
      const discovery = { read: () => never(), refresh: async () => {} }
      await Promise.all(
        [server().db, second.db, server().db, second.db].map((db) =>
          evaluateRollouts({ ...server(), db, discovery }),
        ),
      )
      await second.close()
      const { counts, missing } = await client().rollout(one.rollout.id)
      expect(counts).toEqual({ canary: { loads: 12, failures: 0 }, stable: { loads: 12, failures: 0 } })
      expect(missing).toEqual(expect.arrayContaining([expect.stringMatching(/^needs [\d,]+ more loads$/)]))
    })
  },
  { environment },
)

function never(): never {
  throw new Error('Evaluating reads the document in its own transaction.')
}
