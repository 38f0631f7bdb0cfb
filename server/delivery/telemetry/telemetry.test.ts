import type { LoadReport } from '@portico/shared/release/load-report.ts'
import { DroppedSchema, type Rollout } from '@portico/shared/rollout/rollout-record.ts'
import { patience } from '@portico/shared/testing/patience.ts'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { describeOnDatabases, describeWithServer } from '../../testing/describe-databases.ts'
import { createBrowsers } from '../../testing/load-reports.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { evaluateRollouts } from '../rollouts/evaluate-rollouts.ts'
import { deleteExpiredNetworks } from './delete-expired.ts'
import { maxNetworks } from './store-claims.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const nothingDropped = v.parse(DroppedSchema, {})
const dropReasons = Object.keys(nothingDropped).length
let last = 0
let networks = 0
/** An address in a network of its own. */
function createAddress(): string {
  networks += 1
  return `198.${18 + (networks >> 8)}.${networks % 256}.7`
}
const environment = async () => ({ PUBLIC_URL: 'https://site.example', ADDRESS_LIMIT_FACTOR: '1' })

describeOnDatabases(
  'load reports',
  (server) => {
    const client = () => createRolloutClient(server())
    afterEach(() => vi.useRealTimers())

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
        const visitor = browsers.visitor(arm, rollout.share, createAddress())
        const { statusCode } = await browsers.send([browsers.load(arm, load)], { visitor })
        expect(statusCode).toBe(204)
      }
    }

    const readTotals = async (id: string) => {
      const rows = await server().db.selectFrom('load_count').selectAll().where('rollout', '=', id).execute()
      const sum = (key: 'canary_loads' | 'canary_failures' | 'stable_loads' | 'stable_failures') =>
        rows.reduce((total, row) => total + row[key], 0)
      return [sum('canary_loads'), sum('canary_failures'), sum('stable_loads'), sum('stable_failures')]
    }
    const expectTotals = (id: string, expected: readonly number[]) =>
      vi.waitFor(async () => expect(await readTotals(id)).toEqual(expected), patience)
    const expectDropped = (id: string, expected: Partial<Rollout['dropped']>) =>
      vi.waitFor(
        async () => expect((await client().rollout(id)).dropped).toEqual({ ...nothingDropped, ...expected }),
        patience,
      )

    test('loads are counted per arm and browser family, and nothing identifies their senders', async () => {
      const one = await startRollout()
      const { rollout } = one
      await report(one, 'canary', { count: 3 })
      await report(one, 'canary', { count: 1, outcome: 'http', phase: 'entry' })
      await report(one, 'stable', { count: 4 })
      await report(one, 'stable', { count: 2, outcome: 'timeout', phase: 'chunk' })
      const { browsers } = one
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
      const [id = ''] = visitor.cookie.slice('portico_visitor='.length).split('.')
      for (const text of ['198.18.', '198.19.', id]) expect(JSON.stringify(rows)).not.toContain(text)
      await expectDropped(rollout.id, {})
    })

    test('a token counts once for a success and once for a failure', async () => {
      const { rollout, browsers } = await startRollout()
      const visitor = browsers.visitor('canary', rollout.share)
      const token = await browsers.openPage(visitor)
      const failure = browsers.load('canary', { outcome: 'mount' })
      for (const _ of [1, 2, 3]) await browsers.send([browsers.load('canary')], { visitor, token })
      await browsers.send([failure, failure], { visitor, token })
      await expectTotals(rollout.id, [2, 1, 0, 0])
      await expectDropped(rollout.id, { 'used-token': 3 })
    })

    test('failures in the first page view of a visitor since the share grew are counted, in each arm', async () => {
      const { rollout, browsers } = await startRollout()
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
      await expectTotals(rollout.id, [4, 3, 6, 3])
      const { canary_first_failures, stable_first_failures } = await server()
        .db.selectFrom('load_count')
        .selectAll()
        .where('rollout', '=', rollout.id)
        .executeTakeFirstOrThrow()
      expect([canary_first_failures, stable_first_failures]).toEqual([2, 2])
    })

    test('a larger share makes the next page view of each visitor a first one', async () => {
      const { rollout, browsers } = await startRollout(2_500)
      const visitor = browsers.visitor('canary', rollout.share, createAddress())
      await browsers.send([browsers.load('canary')], { visitor })
      await expectTotals(rollout.id, [1, 0, 0, 0])
      await client().step(rollout.id, 'advance')
      await browsers.send([browsers.load('canary', { outcome: 'mount' })], { visitor })
      await expectTotals(rollout.id, [2, 1, 0, 0])
      await evaluateRollouts({ ...server(), discovery: { read: () => never(), refresh: async () => {} } })
      const { state } = await server()
        .db.selectFrom('rollout')
        .select('state')
        .where('id', '=', rollout.id)
        .executeTakeFirstOrThrow()
      expect(JSON.parse(state).evidence.firstFailures).toEqual({ canary: 1, stable: 0 })
    })

    test('a visitor’s failures count once, and ten loads count in a day', async () => {
      const { rollout, browsers } = await startRollout()
      const visitor = browsers.visitor('stable', rollout.share)
      for (const _ of [1, 2, 3])
        await browsers.send([browsers.load('stable', { outcome: 'mount' })], { visitor })
      await expectTotals(rollout.id, [0, 0, 1, 1])
      for (let load = 0; load < 12; load += 1) await browsers.send([browsers.load('stable')], { visitor })
      await expectTotals(rollout.id, [0, 0, 10, 1])
      await expectDropped(rollout.id, { limit: 5 })
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 })
      await browsers.send([browsers.load('stable'), browsers.load('stable', { outcome: 'mount' })], {
        visitor,
      })
      await expectTotals(rollout.id, [0, 0, 11, 1])
      for (let load = 0; load < 9; load += 1) await browsers.send([browsers.load('stable')], { visitor })
      await expectTotals(rollout.id, [0, 0, 20, 1])
      vi.useRealTimers() // the clock was wrong
      await browsers.send([browsers.load('stable')], { visitor })
      await expectTotals(rollout.id, [0, 0, 21, 1])
    })

    test.each([
      ['an IPv6 /56', (at: number) => `2001:db8:7:${(0x4200 + at).toString(16)}::1`],
      ['an IPv4 /24', (at: number) => `203.0.113.${at}`],
      ['one address', () => '203.0.113.7'],
    ])('of 45 visitors with a broken canary in %s one counts', async (_network, getAddress) => {
      const { rollout, browsers } = await startRollout()
      for (let at = 0; at < 45; at += 1) {
        const visitor = browsers.visitor('canary', rollout.share, getAddress(at))
        await browsers.send([browsers.load('canary', { outcome: 'mount' })], { visitor })
      }
      await expectTotals(rollout.id, [1, 1, 0, 0])
      await expectDropped(rollout.id, { 'other-visitor': 44 })
      await evaluateRollouts({ ...server(), discovery: { read: () => never(), refresh: async () => {} } })
      expect((await client().rollout(rollout.id)).status).toBe('running')
    })

    test('two IPv4 addresses cannot pause a rollout', async () => {
      const one = await startRollout()
      const { rollout, browsers } = one
      await report(one, 'stable', { count: 20 })
      for (const address of ['203.0.113.7', '192.0.2.7'])
        for (let at = 0; at < 10; at += 1) {
          const visitor = browsers.visitor('canary', rollout.share, address)
          await browsers.send([browsers.load('canary', { outcome: 'mount' })], { visitor })
        }
      await expectTotals(rollout.id, [2, 2, 20, 0])
      await evaluateRollouts({ ...server(), discovery: { read: () => never(), refresh: async () => {} } })
      expect((await client().rollout(rollout.id)).status).toBe('running')
    })

    test('ids whose arms were learned in one network count for none of the others', async () => {
      const { rollout, browsers } = await startRollout()
      const collected = Array.from({ length: 20 }, () =>
        browsers.visitor('canary', rollout.share, '203.0.113.7'),
      )
      for (const visitor of collected) await browsers.openPage(visitor)
      for (const visitor of collected) {
        const elsewhere = { ...visitor, address: createAddress() }
        await browsers.send([browsers.load('canary', { outcome: 'mount' })], { visitor: elsewhere })
      }
      await expectTotals(rollout.id, [1, 1, 0, 0])
    })

    test('only a token of this visitor, rollout and arm counts, for a day', async () => {
      const { rollout, browsers } = await startRollout()
      const inside = browsers.visitor('canary', rollout.share)
      const other = browsers.visitor('canary', rollout.share, createAddress())
      const token = await browsers.openPage(inside)
      const { load, send } = browsers
      const unsigned = { ...inside, cookie: `portico_visitor=${'a'.repeat(22)}` }
      await send([load('canary')], { visitor: inside, token: null })
      await send([load('canary')], { visitor: unsigned, token })
      await expectDropped(rollout.id, { 'no-token': 2 })
      await send([load('canary')], { visitor: other, token })
      await send([load('stable')], { visitor: inside, token })
      await send([load('canary')], { visitor: inside, token: `${token}x` })
      await expectDropped(rollout.id, { 'no-token': 2, 'invalid-token': 3 })
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 })
      await send([load('canary')], { visitor: inside, token })
      await expectDropped(rollout.id, { 'no-token': 2, 'invalid-token': 3, 'expired-token': 1 })
      expect(await readTotals(rollout.id)).toEqual([0, 0, 0, 0])
    })

    test('loads that no rollout compares are ignored', async () => {
      const one = await startRollout()
      const { rollout, browsers } = one
      const visitor = browsers.visitor('canary', rollout.share)
      for (const load of [
        browsers.load('canary', { release: '1.0.0-0a1b2c3d' }),
        browsers.load('canary', { rollout: 'r-000000000000' }),
        browsers.load('canary', { rollout: null }),
        browsers.load('canary', { remote: 'unknown' }),
        browsers.load('canary', { outcome: 'offline' }),
        browsers.load('canary', { arm: 'preview' }),
        browsers.load('stable', { arm: 'fallback' }),
      ])
        await browsers.send([load], { visitor })
      await report(one, 'canary', { count: 1 })
      await expectTotals(rollout.id, [1, 0, 0, 0])
      await expectDropped(rollout.id, {})
    })

    test('a flood from one network adds a bounded number of rows', async () => {
      const { rollout, browsers } = await startRollout()
      const visitor = browsers.visitor('canary', rollout.share)
      const tokens = [await browsers.openPage(visitor), await browsers.openPage(visitor)]
      const load = browsers.load('canary', { outcome: 'mount' })
      for (let at = 0; at < 400; at += 1)
        await browsers.send(Array(5).fill(load), { visitor, token: tokens[at % 3] ?? null })
      await vi.waitFor(async () => {
        const { dropped } = await client().rollout(rollout.id)
        expect(Object.values(dropped).reduce((sum, count) => sum + count, 0)).toBe(1_999)
      }, patience)
      expect(await readTotals(rollout.id)).toEqual([1, 1, 0, 0])
      for (const [table, most] of [
        ['reporting_network', 1],
        ['load_count', 1],
        ['dropped_load', dropReasons],
      ] as const) {
        const rows = await server()
          .db.selectFrom(table)
          .select('rollout')
          .where('rollout', '=', rollout.id)
          .execute()
        expect(rows.length, table).toBeLessThanOrEqual(most)
      }
    })

    test('a rollout has room for a bounded number of networks', async () => {
      const { rollout, browsers } = await startRollout()
      const row = {
        ...{ canary_loads: 0, has_failed: 0, canary_failed: 0, share: 0, first_view: '' },
        ...{ day_start: 0, day_loads: 0, used: '[]' },
      }
      for (let at = 0; at < maxNetworks; at += 500) {
        const rows = Array.from({ length: 500 }, (_, one) => `${at + one}`)
        await server()
          .db.insertInto('reporting_network')
          .values(rows.map((network) => ({ rollout: rollout.id, network, visitor: network, ...row })))
          .execute()
      }
      const visitor = browsers.visitor('canary', rollout.share)
      await browsers.send([browsers.load('canary')], { visitor })
      await expectDropped(rollout.id, { 'other-visitor': 1 })
      await client().step(rollout.id, 'rollback', { reason: 'over' })
      await deleteExpiredNetworks(server().db)
      const left = await server().db.selectFrom('reporting_network').select('rollout').execute()
      expect(left.filter(({ rollout: id }) => id === rollout.id)).toEqual([])
    })

    test('the visitor who was first counts on every server, also on one that was not running then', async () => {
      const { rollout, browsers } = await startRollout()
      const { dataDir, databaseUrl } = server().configuration
      const second = await startTestServer(
        { dataDir, databaseUrl, remove: async () => {} },
        await environment(),
      )
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

    test('visits through a proxy that is not trusted are visible, in the log and in the rollout', async () => {
      const { rollout, browsers } = await startRollout()
      for (let at = 0; at < 100; at += 1) {
        const headers = { 'x-forwarded-for': createAddress() }
        const visitor = browsers.visitor('canary', rollout.share, '10.0.0.1')
        await browsers.send([browsers.load('canary', { outcome: 'http' })], { visitor, headers })
      }
      await expectDropped(rollout.id, { 'untrusted-proxy': 99 })
      const lines = server().logged.filter((line) => line.includes('A request was forwarded by a proxy'))
      expect(lines).toHaveLength(1)
      expect(lines[0]).toContain('Set TRUST_PROXY')
      expect(server().logged.join()).not.toContain('10.0.0.1')
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
      await report(one, 'canary', { count: 30, outcome: 'http', phase: 'entry', fellBackTo: rollout.from })
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

describeWithServer(
  'load reports of visitors who share an address',
  (server) => {
    test('with the setting for it, each of them counts, and a broken canary is rolled back', async () => {
      await publishSite(server(), 'shared')
      const client = createRolloutClient(server())
      let rollout = await client.start('shared', await client.publish('shared', '1.1.0'))
      while (rollout.share < 5_000) rollout = await client.step(rollout.id, 'advance')
      const browsers = createBrowsers(server(), rollout)
      for (const [arm, outcome] of [
        ['stable', 'ok'],
        ['canary', 'http'],
      ] as const)
        for (let at = 0; at < 25; at += 1) {
          const visitor = browsers.visitor(arm, rollout.share, '10.0.0.1')
          await browsers.send([browsers.load(arm, { outcome })], { visitor })
        }
      await vi.waitFor(
        async () => expect((await client.rollout(rollout.id)).status).toBe('rolled-back'),
        patience,
      )
    })
  },
  { environment: async () => ({ ...(await environment()), VISITORS_SHARE_ADDRESS: 'true' }) },
)

function never(): never {
  throw new Error('Evaluating reads the document in its own transaction.')
}
