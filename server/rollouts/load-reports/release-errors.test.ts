import { patience } from '@portico/kit/testing/patience.ts'
import { ReleaseErrorsSchema } from '@portico/protocol/rollout/error-api.ts'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { createAddress, prepareReportedRollouts, reportedSite } from '../../testing/reported-rollouts.ts'
import { deleteExpiredReports } from './delete-expired.ts'

const map = {
  version: 3,
  sources: ['../../pages/home/forecast.tsx'],
  names: [],
  mappings: 'AAwCA', // line 41
  x_portico_functions: [[[39, 44, 'Forecast']]],
}
const files = { 'exposed.js.map': JSON.stringify(map) }
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' }

describeOnDatabases(
  'errors of releases',
  (server) => {
    const { client, start } = prepareReportedRollouts(server)

    const readErrors = async (release?: string | null) => {
      const response = await client().get(`/-/remotes/one/errors${release ? `?release=${release}` : ''}`)
      return v.parse(ReleaseErrorsSchema, response.json()).errors
    }
    const expectErrors = (release: string | null, expected: readonly object[]) =>
      vi.waitFor(async () => expect(await readErrors(release)).toMatchObject(expected), patience)

    test('an error counts once for a visitor, in the arm of the release, with its position in the sources', async () => {
      const { rollout, browsers } = await start(5_000, files)
      const visit = (arm: 'canary' | 'stable') => browsers.visitor(arm, rollout.share, createAddress())
      const again = visit('canary')
      for (const visitor of [again, again, visit('canary')])
        await browsers.throws('canary', [{ column: 1 }, { column: 1 }], { visitor })
      await browsers.throws('canary', [{}], { visitor: visit('canary'), headers: firefox })
      await browsers.throws('stable', [{ type: 'Error', line: 7 }], { visitor: visit('stable') })
      const source = { file: 'pages/home/forecast.tsx', line: 41, function: 'Forecast' }
      const thrown = { type: 'TypeError', file: 'exposed.js', line: 1, column: 1, page: '/one', source }
      await expectErrors(rollout.to, [
        { ...thrown, release: rollout.to, canary: 3, stable: 0, browsers: ['firefox', 'other'] },
      ])
      const [error] = await readErrors(rollout.to)
      expect(error?.lastSeenAt).toBeGreaterThanOrEqual(error?.firstSeenAt ?? Number.POSITIVE_INFINITY)
      await expectErrors(rollout.from, [{ type: 'Error', line: 7, stable: 1, source: null }])
      expect((await readErrors()).length).toBeGreaterThanOrEqual(2)
      const { dropped } = await client().rollout(rollout.id)
      expect(dropped.limit, 'a repeated error is no dropped load').toBe(0)
    })

    test('a report adds no text of its own: neither unknown files nor unknown pages', async () => {
      const { rollout, browsers } = await start()
      const visitor = browsers.visitor('canary', rollout.share, createAddress())
      await browsers.throws(
        'canary',
        [{ file: 'secret.js' }, { file: 'constructor' }, { page: '/users/ada' }],
        { visitor },
      )
      await expectErrors(rollout.to, [{ file: 'exposed.js', page: '' }])
    })

    test('a release has room for fifty errors, and those of few visitors give way', async () => {
      const { rollout, browsers } = await start()
      const visits = (
        columns: readonly number[],
        visitor = browsers.visitor('canary', rollout.share, createAddress()),
      ) =>
        browsers.throws(
          'canary',
          columns.map((column) => ({ column })),
          { visitor },
        )
      await visits([1])
      await visits([1])
      const attacker = browsers.visitor('canary', rollout.share, createAddress())
      for (const from of [100, 105, 110])
        await visits(
          [0, 1, 2, 3, 4].map((at) => from + at),
          attacker,
        )
      await vi.waitFor(async () => expect(await readErrors(rollout.to)).toHaveLength(11), patience)
      for (let from = 1_000; from < 1_060; from += 5) await visits([0, 1, 2, 3, 4].map((at) => from + at))
      await vi.waitFor(async () => {
        const errors = await readErrors(rollout.to)
        expect(errors).toHaveLength(50)
        expect(errors[0]).toMatchObject({ column: 1, canary: 2 })
        expect(errors.map(({ column }) => column)).toContain(1_059)
      }, patience)
    })

    test('errors are read with the scope for the remote, and deleted with the files of the release', async () => {
      const { rollout, browsers } = await start()
      const visitor = browsers.visitor('canary', rollout.share, createAddress())
      await browsers.throws('canary', [{}], { visitor })
      await expectErrors(rollout.to, [{ canary: 1 }])
      for (const [scope, status] of [
        ['read:two', 403],
        ['read:one', 200],
      ] as const)
        expect((await (await client().with(scope)).get('/-/remotes/one/errors')).statusCode).toBe(status)
      expect((await client().get('/-/remotes/one/errors?release=9.9.9')).json().code).toBe('release-unknown')
      expect((await client().get('/-/remotes/two/errors')).json().code).toBe('remote-unknown')
      const { db } = server()
      await deleteExpiredReports(db)
      expect(await readErrors(rollout.to)).toHaveLength(1)
      await db.updateTable('release').set({ collected_at: 1 }).where('id', '=', rollout.to).execute()
      await deleteExpiredReports(db)
      expect((await readErrors()).filter(({ release }) => release === rollout.to)).toEqual([])
    })
  },
  { environment: async () => reportedSite },
)
