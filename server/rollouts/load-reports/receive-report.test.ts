import { Socket } from 'node:net'
import { patience } from '@portico/kit/testing/patience.ts'
import type { Report } from '@portico/protocol/discovery/load-report.ts'
import { DroppedSchema } from '@portico/protocol/rollout/rollout-record.ts'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createBrowsers, type TestVisitor } from '../../testing/load-reports.ts'
import { createAddress, prepareReportedRollouts, reportedSite } from '../../testing/reported-rollouts.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { evaluateRollouts } from '../control/evaluate-rollouts.ts'
import { readVisitorId } from '../visitors/visitor-id.ts'
import { createClaims } from './claims.ts'
import { createReceiver } from './receive-report.ts'

const dropReasons = Object.keys(v.parse(DroppedSchema, {})).length

// How counts are stored is tested on every database: see telemetry.test.ts.
describeWithServer(
  'received load reports',
  (server) => {
    const { client, start, report, readTotals, expectTotals, expectDropped } = prepareReportedRollouts(server)

    test('a token counts one load; a failure after its success replaces it', async () => {
      const { rollout, browsers } = await start()
      const visitor = browsers.visitor('canary', rollout.share)
      const token = await browsers.openPage(visitor)
      const failure = browsers.load('canary', { outcome: 'mount' })
      for (const _ of [1, 2, 3]) await browsers.send([browsers.load('canary')], { visitor, token })
      await browsers.send([failure, failure], { visitor, token })
      await expectTotals(rollout.id, [1, 1, 0, 0])
      await browsers.send([browsers.load('canary')], { visitor, token })
      await expectDropped(rollout.id, { 'used-token': 4 })
    })

    test('nine visitors whose pages break after they have loaded are nine of nine failures', async () => {
      const { rollout, browsers } = await start()
      const pages: { visitor: TestVisitor; token: string | null }[] = []
      for (let at = 0; at < 9; at += 1) {
        const visitor = browsers.visitor('stable', rollout.share, createAddress())
        pages.push({ visitor, token: await browsers.openPage(visitor) })
      }
      for (const page of pages) await browsers.send([browsers.load('stable')], page)
      await expectTotals(rollout.id, [0, 0, 9, 0])
      await expectCounts(rollout.id, { loads: 9, failures: 0 })
      for (const page of pages) await browsers.send([browsers.load('stable', { outcome: 'mount' })], page)
      await expectTotals(rollout.id, [0, 0, 9, 9])
      await expectCounts(rollout.id, { loads: 9, failures: 9 })
    })

    test('the tenth load of a day can still fail late', async () => {
      const { rollout, browsers } = await start()
      const visitor = browsers.visitor('stable', rollout.share)
      const tokens: (string | null)[] = []
      for (let load = 0; load < 10; load += 1) tokens.push(await browsers.openPage(visitor))
      for (const token of tokens) await browsers.send([browsers.load('stable')], { visitor, token })
      const failure = browsers.load('stable', { outcome: 'mount' })
      await browsers.send([failure], { visitor, token: tokens.at(-1) ?? null })
      await expectTotals(rollout.id, [0, 0, 10, 1])
    })

    /** Evaluates what was counted until the rollout shows it. */
    const expectCounts = (id: string, stable: object) =>
      vi.waitFor(async () => {
        await evaluateRollouts({ ...server(), discovery: { read: () => never(), refresh: async () => {} } })
        expect((await client().rollout(id)).counts.stable).toEqual(stable)
      }, patience)

    test('the browser is looked at once for each load that counts', async () => {
      const { rollout, browsers } = await start()
      const { cookie } = browsers.visitor('canary', rollout.share)
      const token = await browsers.openPage({ cookie, address: createAddress() })
      const document = await client().document()
      const { receive, takeQueue } = createReceiver(
        { ...server(), discovery: { read: () => document, refresh: async () => {} }, claims: createClaims() },
        { add: () => {}, store: async () => {} },
      )
      let reads = 0
      const headers = {
        get 'user-agent'() {
          reads += 1
          return 'curl/8.5.0'
        },
      }
      const [name = '', value = ''] = cookie.split('=')
      const cookies = { [name]: decodeURIComponent(value) }
      const request = { headers, cookies, ip: createAddress(), socket: new Socket() }
      const report: Report = { schemaVersion: 2, token, revision: 1, loads: [browsers.load('canary')] }
      const visitor = readVisitorId(request, server().configuration)
      for (const sent of [report, report, { ...report, token: `${token}x` }]) receive(sent, request, visitor)
      expect(takeQueue()).toHaveLength(1)
      expect(reads).toBe(1)
    })

    test('a larger share makes the next page view of each visitor a first one', async () => {
      const { rollout, browsers } = await start(2_500)
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
      const { rollout, browsers } = await start()
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
    ])('of 20 visitors with a broken canary in %s one counts', async (_network, getAddress) => {
      const { rollout, browsers } = await start()
      for (let at = 0; at < 20; at += 1) {
        const visitor = browsers.visitor('canary', rollout.share, getAddress(at))
        await browsers.send([browsers.load('canary', { outcome: 'mount' })], { visitor })
      }
      await expectTotals(rollout.id, [1, 1, 0, 0])
      await expectDropped(rollout.id, { 'other-visitor': 19 })
      await evaluateRollouts({ ...server(), discovery: { read: () => never(), refresh: async () => {} } })
      expect((await client().rollout(rollout.id)).status).toBe('running')
    })

    test('two IPv4 addresses cannot pause a rollout', async () => {
      const reported = await start()
      const { rollout, browsers } = reported
      await report(reported, 'stable', { count: 20 })
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
      const { rollout, browsers } = await start()
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
      const { rollout, browsers } = await start()
      const inside = browsers.visitor('canary', rollout.share)
      const other = browsers.visitor('canary', rollout.share, createAddress())
      const token = await browsers.openPage(inside)
      const { load, send } = browsers
      const unsigned = { ...inside, cookie: inside.cookie.replace(/=.*/, `=${'a'.repeat(22)}`) }
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
      const reported = await start()
      const { rollout, browsers } = reported
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
      await report(reported, 'canary', { count: 1 })
      await expectTotals(rollout.id, [1, 0, 0, 0])
      await expectDropped(rollout.id, {})
    })

    test('a flood from one network adds a bounded number of rows', async () => {
      const { rollout, browsers } = await start()
      const visitor = browsers.visitor('canary', rollout.share)
      const tokens = [await browsers.openPage(visitor), await browsers.openPage(visitor)]
      const load = browsers.load('canary', { outcome: 'mount' })
      for (let at = 0; at < 40; at += 1)
        await browsers.send(Array(5).fill(load), { visitor, token: tokens[at % 3] ?? null })
      await vi.waitFor(async () => {
        const { dropped } = await client().rollout(rollout.id)
        expect(Object.values(dropped).reduce((sum, count) => sum + count, 0)).toBe(199)
      }, patience)
      expect(await readTotals(rollout.id)).toEqual([1, 1, 0, 0])
      for (const [table, most] of [
        ['reporting_network', 1],
        ['load_count', 1],
        ['page_count', 1],
        ['rollout_point', 1],
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

    test('visits through a proxy that is not trusted are visible, in the log and in the rollout', async () => {
      const { rollout, browsers } = await start()
      for (let at = 0; at < 20; at += 1) {
        const headers = { 'x-forwarded-for': createAddress() }
        const visitor = browsers.visitor('canary', rollout.share, '10.0.0.1')
        await browsers.send([browsers.load('canary', { outcome: 'http' })], { visitor, headers })
      }
      await expectDropped(rollout.id, { 'untrusted-proxy': 19 })
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
      const headers = { 'content-type': 'text/plain', cookie: `__Host-portico_visitor=${'a'.repeat(22)}` }
      const response = await server().app.inject({ method: 'POST', url: '/-/beacon', headers, payload })
      expect(response.statusCode).toBe(status)
    })

    test('an outage that affects both arms rolls nothing back', async () => {
      const reported = await start()
      await Promise.all([
        report(reported, 'stable', { count: 40, outcome: 'network', phase: 'entry' }),
        report(reported, 'canary', { count: 40, outcome: 'network', phase: 'entry' }),
      ])
      await expectTotals(reported.rollout.id, [40, 40, 40, 40])
      await evaluateRollouts({
        ...server(),
        discovery: { read: () => never(), refresh: async () => {} },
      })
      expect((await client().rollout(reported.rollout.id)).status).toBe('running')
    })
  },
  { environment: async () => reportedSite },
)

describeWithServer(
  'load reports of visitors who share an address',
  (server) => {
    test('with the setting for it, each of them counts, and a broken canary is rolled back', async () => {
      await publishSite(server(), 'shared')
      const client = createRolloutClient(server())
      let rollout = await client.start('shared', await client.publish('shared', '1.1.0'))
      while (rollout.share < 5_000) rollout = await client.step(rollout.id, 'advance')
      expect([rollout.countedBy, ...rollout.missing]).toEqual(
        expect.arrayContaining(['visitor', 'needs reports from 17 more visitors']),
      )
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
  { environment: async () => ({ ...reportedSite, VISITORS_SHARE_ADDRESS: 'true' }) },
)

function never(): never {
  throw new Error('Evaluating reads the document in its own transaction.')
}
