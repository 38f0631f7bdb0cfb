import { patience } from '@portico/kit/testing/patience.ts'
import { RolloutHistorySchema } from '@portico/protocol/rollout/history-api.ts'
import { sql } from 'kysely'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { createBrowsers } from '../../testing/load-reports.ts'
import { createAddress, prepareReportedRollouts, reportedSite } from '../../testing/reported-rollouts.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { evaluateRollouts } from '../control/evaluate-rollouts.ts'
import { deleteExpiredReports } from './delete-expired.ts'
import { maxNetworks } from './store-claims.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const environment = async () => reportedSite

// What counts is decided before the database is asked: see receive-report.test.ts.
describeOnDatabases(
  'load reports',
  (server) => {
    const { client, start, report, expectTotals, expectDropped } = prepareReportedRollouts(server)

    test('loads are counted per arm and browser family, and nothing identifies their senders', async () => {
      const reported = await start()
      const { rollout } = reported
      await report(reported, 'canary', { count: 3 })
      await report(reported, 'canary', { count: 1, outcome: 'http', phase: 'entry' })
      await report(reported, 'stable', { count: 4 })
      await report(reported, 'stable', { count: 2, outcome: 'timeout', phase: 'chunk' })
      const { browsers } = reported
      const visitor = browsers.visitor('stable', rollout.share, createAddress())
      await browsers.send([browsers.load('stable')], { visitor, headers: { 'user-agent': firefox } })
      await expectTotals(rollout.id, [4, 1, 7, 2])
      await vi.waitFor(async () => {
        const { counts, networks, lastReportAt } = await client().rollout(rollout.id)
        expect(counts.canary.loads + counts.stable.loads).toBeLessThanOrEqual(11)
        expect([networks.reporting, networks.failing]).toEqual([4, 1])
        expect(lastReportAt).toBeGreaterThan(Date.now() - 60_000)
      }, patience)
      const { db } = server()
      const families = await db
        .selectFrom('load_count')
        .selectAll()
        .where('rollout', '=', rollout.id)
        .execute()
      expect(families.map(({ family, stable_loads }) => [family, stable_loads]).toSorted()).toEqual([
        ['firefox', 1],
        ['other', 6],
      ])
      const rows = await db.selectFrom('reporting_network').selectAll().execute()
      const [, id = ''] = /=([^.]+)\./.exec(visitor.cookie) ?? []
      expect(id).toHaveLength(22)
      for (const text of ['198.18.', '198.19.', id]) expect(JSON.stringify(rows)).not.toContain(text)
      await expectDropped(rollout.id, {})
    })

    test('the history has loads by page and browser family, and the path of no visitor', async () => {
      const { rollout, browsers } = await start()
      const send = (referer: string, changes = {}, agent = firefox) =>
        browsers.send([browsers.load('canary', changes)], {
          visitor: browsers.visitor('canary', rollout.share, createAddress()),
          headers: { referer, 'user-agent': agent },
        })
      await send('https://site.example/one?q=secret')
      await send('https://site.example/ONE/', { outcome: 'mount' }, 'other')
      await send('https://site.example/one/of/nobody')
      await send('no address')
      await expectTotals(rollout.id, [4, 1, 0, 0])
      const stable = { loads: 0, failures: 0 }
      const canary = { loads: 2, failures: 0 }
      await vi.waitFor(async () => {
        const response = await client().get(`/-/rollouts/${rollout.id}/history`)
        const { pages, families, events, points } = v.parse(RolloutHistorySchema, response.json())
        expect(pages).toEqual([
          { page: '', canary, stable },
          { page: '/one', canary: { loads: 2, failures: 1 }, stable },
        ])
        expect(families.map(({ family, canary }) => [family, canary.loads])).toEqual([
          ['firefox', 3],
          ['other', 1],
        ])
        expect(events.map(({ what }) => what).slice(0, 2)).toEqual(['rollout.start', 'rollout.advance'])
        expect(points.at(-1)).toMatchObject({
          share: rollout.share,
          canary: { loads: 4, failures: 1 },
          reporting: 4,
        })
      }, patience)
      const { get } = await client().with('rollout:another')
      expect((await get(`/-/rollouts/${rollout.id}/history`)).statusCode).toBe(403)
      expect((await client().get('/-/rollouts/r-0/history')).statusCode).toBe(404)
    })

    test('failures in the first page view of a visitor since the share grew are counted, in each arm', async () => {
      const { rollout, browsers } = await start()
      const failure = (arm: 'canary' | 'stable') => browsers.load(arm, { outcome: 'mount' })
      const fails = async (arm: 'canary' | 'stable', loadsBefore: number) => {
        const visitor = browsers.visitor(arm, rollout.share, createAddress())
        for (let load = 0; load < loadsBefore; load += 1)
          await browsers.send([browsers.load(arm)], { visitor })
        await browsers.send([failure(arm)], { visitor })
      }
      for (const arm of ['canary', 'canary', 'stable'] as const) await fails(arm, 0)
      await fails('canary', 1)
      await fails('stable', 2)
      // A page that breaks after it has loaded is still the first.
      const visitor = browsers.visitor('stable', rollout.share, createAddress())
      const token = await browsers.openPage(visitor)
      await browsers.send([browsers.load('stable')], { visitor, token })
      await browsers.send([failure('stable')], { visitor, token })
      await expectTotals(rollout.id, [4, 3, 5, 3])
      const { canary_first_failures, stable_first_failures } = await server()
        .db.selectFrom('load_count')
        .selectAll()
        .where('rollout', '=', rollout.id)
        .executeTakeFirstOrThrow()
      expect([canary_first_failures, stable_first_failures]).toEqual([2, 2])
    })

    test('a rollout has room for a bounded number of networks', async () => {
      const { rollout, browsers } = await start()
      await sql`
        with recursive networks(network) as (select 1 union all select network + 1 from networks where network < ${maxNetworks})
        insert into reporting_network
          (rollout, network, visitor, canary_loads, has_failed, canary_failed, share, first_view, day_start, day_loads, used)
        select ${rollout.id}, cast(network as text), 'somebody', 0, 0, 0, 0, '', 0, 0, '[]' from networks
      `.execute(server().db)
      const visitor = browsers.visitor('canary', rollout.share)
      await browsers.send([browsers.load('canary')], { visitor })
      await expectDropped(rollout.id, { 'other-visitor': 1 })
      await client().step(rollout.id, 'rollback', { reason: 'over' })
      await deleteExpiredReports(server().db)
      const remaining = await server().db.selectFrom('reporting_network').select('rollout').execute()
      expect(remaining.filter(({ rollout: id }) => id === rollout.id)).toEqual([])
    })

    test('the visitor who was first counts on every server, also on one that was not running then', async () => {
      const { rollout, browsers } = await start()
      const { dataDir, databaseUrl } = server().configuration
      const second = await startTestServer({ dataDir, databaseUrl, remove: async () => {} }, reportedSite)
      const others = createBrowsers(second, rollout)
      const first = browsers.visitor('canary', rollout.share)
      await browsers.send([browsers.load('canary')], { visitor: first })
      await expectTotals(rollout.id, [1, 0, 0, 0])
      await others.send([others.load('canary', { outcome: 'mount' })], {
        visitor: others.visitor('canary', rollout.share),
      })
      await expectDropped(rollout.id, { 'other-visitor': 1 })
      await others.send([others.load('canary')], { visitor: first })
      await expectTotals(rollout.id, [2, 0, 0, 0])
      await second.stop()
    })

    test('a failing canary is rolled back automatically, and everyone gets stable', async () => {
      const reported = await start()
      const { rollout } = reported
      await report(reported, 'stable', { count: 20 })
      await report(reported, 'canary', {
        count: 30,
        outcome: 'http',
        phase: 'entry',
        fellBackTo: rollout.from,
      })
      const rolledBack = await vi.waitFor(async () => {
        const found = await client().rollout(rollout.id)
        expect(found.status).toBe('rolled-back')
        return found
      }, patience)
      expect(rolledBack.share).toBe(0)
      expect(rolledBack.reason).toMatch(/loads failed/)
      expect(rolledBack.networks.needed, 'of the step that it was in').toBe(16)
      await vi.waitFor(
        async () => expect((await client().document()).remotes[rollout.remote]?.canary).toBeUndefined(),
        patience,
      )
      const { releases } = (await client().get(`/-/releases/${rollout.remote}`)).json()
      expect(releases[0].quarantined).toBe(rolledBack.reason)
      const { events } = (await client().get('/-/events')).json()
      expect(events.at(-1)).toMatchObject({ by: 'site', what: 'rollout.rollback', rollout: rollout.id })
    })

    test('a signal counts once for a visitor, and a canary whose visitors have uncaught errors is rolled back', async () => {
      const { rollout, browsers } = await start()
      const visits = async (arm: 'canary' | 'stable', isBroken: boolean) => {
        const visitor = browsers.visitor(arm, rollout.share, createAddress())
        await browsers.send([browsers.load(arm)], { visitor })
        if (isBroken) await browsers.signal(arm, 'error', { visitor })
        return visitor
      }
      await visits('stable', true)
      const again = await visits('canary', true)
      await browsers.signal('canary', 'error', { visitor: again })
      await browsers.signal('canary', 'shift', { visitor: again })
      await vi.waitFor(async () => {
        const { signals } = await client().rollout(rollout.id)
        expect(signals.map(({ name, canary, stable }) => [name, canary, stable])).toEqual([
          ['error', 1, 1],
          ['shift', 1, 0],
        ])
      }, patience)
      await expectDropped(rollout.id, {})
      for (let visitor = 0; visitor < 29; visitor += 1) await visits('canary', true)
      const { reason, share } = await vi.waitFor(async () => {
        const found = await client().rollout(rollout.id)
        expect(found.status).toBe('rolled-back')
        return found
      }, patience)
      expect(reason).toMatch(
        /^\d+ visitors had an uncaught error, where .+ would with stable; 0 of \d+ loads failed/,
      )
      expect(share).toBe(0)
    })

    test('what a page view takes counts once for a visitor; only the server makes a signal of it', async () => {
      const { rollout, browsers } = await start()
      for (const arm of ['canary', 'stable', 'stable'] as const) {
        const visitor = browsers.visitor(arm, rollout.share, createAddress())
        for (const ms of [arm === 'canary' ? 300 : 150, 9_000])
          await browsers.vital(arm, ['inp', ms], { visitor })
        await browsers.vital(arm, ['memory', 40], { visitor })
        await browsers.signal(arm, 'slow-interaction', { visitor })
      }
      await vi.waitFor(async () => {
        const { vitals, signals } = await client().rollout(rollout.id)
        expect(vitals.map(({ name }) => name)).toEqual(['inp', 'memory'])
        const [{ canary, stable } = { canary: 0, stable: 0 }] = vitals
        expect([Math.abs(canary / 300 - 1), Math.abs(stable / 150 - 1)].map((error) => error < 0.08)).toEqual(
          [true, true],
        )
        expect(signals).toEqual([])
      }, patience)
      await expectDropped(rollout.id, {})
    })

    test('each report counts once, however many servers evaluate', async () => {
      const reported = await start()
      await report(reported, 'stable', { count: 12 })
      await report(reported, 'canary', { count: 12 })
      await expectTotals(reported.rollout.id, [12, 0, 12, 0])
      const second = await openTestDatabase(server().configuration)
      const discovery = { read: () => never(), refresh: async () => {} }
      await Promise.all(
        [server().db, second.db, server().db, second.db].map((db) =>
          evaluateRollouts({ ...server(), db, discovery }),
        ),
      )
      await second.close()
      const { counts, missing } = await client().rollout(reported.rollout.id)
      expect(counts).toEqual({ canary: { loads: 12, failures: 0 }, stable: { loads: 12, failures: 0 } })
      expect(missing).toEqual(expect.arrayContaining([expect.stringMatching(/^needs [\d,]+ more loads$/)]))
    })
  },
  { environment },
)

function never(): never {
  throw new Error('Evaluating reads the document in its own transaction.')
}
