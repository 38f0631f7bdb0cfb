import { patience } from '@portico/kit/testing/patience.ts'
import type { LoadReport } from '@portico/protocol/discovery/load-report.ts'
import { DroppedSchema, type Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import * as v from 'valibot'
import { afterEach, beforeAll, expect, vi } from 'vitest'
import type { TestBuild } from './builds.ts'
import { createBrowsers } from './load-reports.ts'
import { createRolloutClient, publishSite } from './rollout-site.ts'
import type { TestServer } from './test-server.ts'

const remote = 'one'
const nothingDropped = v.parse(DroppedSchema, {})
/** Reports are counted twice a second. */
const patienceForCounts = { ...patience, interval: 100 }
let networks = 0

/** A rollout, and the browsers that report its loads. */
interface ReportedRollout {
  readonly rollout: Rollout
  readonly browsers: ReturnType<typeof createBrowsers>
}

/** The address of a site in tests of reports, and a limit that applies to their senders. */
export const reportedSite = { PUBLIC_URL: 'https://site.example', ADDRESS_LIMIT_FACTOR: '1' }

/** An address in its own network. */
export function createAddress(): string {
  networks += 1
  return `198.${18 + (networks >> 8)}.${networks % 256}.7`
}

/** Publishes a remote for a suite whose tests start rollouts of it in turn, and report loads as browsers do. */
export function prepareReportedRollouts(server: () => TestServer) {
  const client = () => createRolloutClient(server())
  const started: string[] = []
  let versions = 0
  beforeAll(() => publishSite(server(), remote))
  // A rollout that continues would be evaluated every second, until the suite ends.
  afterEach(async () => {
    vi.useRealTimers()
    for (const id of started.splice(0))
      if ((await client().rollout(id)).status === 'running')
        await client().step(id, 'rollback', { reason: 'The test is over.' })
  })

  const readTotals = async (id: string) => {
    const rows = await server().db.selectFrom('load_count').selectAll().where('rollout', '=', id).execute()
    const sum = (key: 'canary_loads' | 'canary_failures' | 'stable_loads' | 'stable_failures') =>
      rows.reduce((total, row) => total + row[key], 0)
    return [sum('canary_loads'), sum('canary_failures'), sum('stable_loads'), sum('stable_failures')]
  }

  return {
    client,
    readTotals,

    /** Starts a rollout with the canary for so many of 10,000 visitors. */
    async start(share = 5_000, files: TestBuild['files'] = {}): Promise<ReportedRollout> {
      versions += 1
      const to = await client().publish(remote, `1.${versions}.0`, undefined, files)
      let rollout = await client().start(remote, to)
      started.push(rollout.id)
      while (rollout.share < share) rollout = await client().step(rollout.id, 'advance')
      return { rollout, browsers: createBrowsers(server(), rollout) }
    },

    /** Reports loads of `count` visitors in an arm, each from its own network. */
    async report(
      { rollout, browsers }: ReportedRollout,
      arm: 'canary' | 'stable',
      { count, ...load }: { count: number } & Partial<LoadReport>,
    ): Promise<void> {
      for (let at = 0; at < count; at += 1) {
        const visitor = browsers.visitor(arm, rollout.share, createAddress())
        const { statusCode } = await browsers.send([browsers.load(arm, load)], { visitor })
        expect(statusCode).toBe(204)
      }
    },

    expectTotals: (id: string, expected: readonly number[]) =>
      vi.waitFor(async () => expect(await readTotals(id)).toEqual(expected), patienceForCounts),
    expectDropped: (id: string, expected: Partial<Rollout['dropped']>) =>
      vi.waitFor(
        async () => expect((await client().rollout(id)).dropped).toEqual({ ...nothingDropped, ...expected }),
        patienceForCounts,
      ),
  }
}
