import { paths } from '@portico/kit/paths.ts'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import type { Site } from '../site/start-site.ts'
import { visitUntil } from '../site/visit-page.ts'
import { createRolloutClient, fetchSelectedRelease, sendLoadReport } from './rollout-client.ts'

const pollMs = 50
const timeoutMs = 60_000
const version = '9.0.0'
const loadsPerArm = 30 // more than the evaluation needs if every load of the canary fails

/** What triggered a rollback, and how long it took until new pages of both servers were on stable, in milliseconds. */
export interface TimedRollback {
  readonly by: 'reports' | 'request'
  readonly ms: number
}

/** Times `runs` rollbacks by reports and as many by request, one after another. `servers` share one database. */
export async function timeRollbacks(
  servers: readonly [Site, Site],
  { remote, runs }: { readonly remote: string; readonly runs: number },
): Promise<TimedRollback[]> {
  const timed: TimedRollback[] = []
  const { publish, rollOut, send } = createRolloutClient(servers[0])
  await publish(remote, version)
  for (let run = 1; run <= runs; run += 1) {
    const reported = await rollOut(remote, version)
    const loads = await collectLoads(servers[0], reported)
    const report = async () => {
      for (const [at, load] of loads.entries()) await load(servers[at % 2] ?? servers[0])
    }
    timed.push({ by: 'reports', ms: await timeRollback(servers, reported, report) })
    const requested = await rollOut(remote, version)
    const request = () => send('POST', `${paths.rollouts}/${requested.id}/rollback`, { reason: 'measured' })
    timed.push({ by: 'request', ms: await timeRollback(servers, requested, request) })
    console.log(
      timed
        .slice(-2)
        .map(({ by, ms }) => `by ${by} after ${Math.round(ms)} ms`)
        .join(', '),
    )
  }
  return timed
}

/** Measures from the end of `trigger` until new pages of every server are on stable. */
async function timeRollback(
  servers: readonly [Site, ...Site[]],
  rollout: Rollout,
  trigger: () => Promise<unknown>,
): Promise<number> {
  const { visitor } = await visitUntil(servers[0].origin, { remote: rollout.remote, arm: 'canary' })
  await Promise.all(servers.map((server) => waitForPage(server, rollout, { visitor, release: rollout.to })))
  await trigger()
  const from = performance.now()
  const stable = { visitor, release: rollout.from ?? '' }
  await Promise.all(servers.map((server) => waitForPage(server, rollout, stable)))
  return performance.now() - from
}

async function waitForPage(
  server: Site,
  { remote }: Rollout,
  { visitor, release }: { readonly visitor: string; readonly release: string },
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while ((await fetchSelectedRelease(server, remote, visitor)) !== release) {
    if (performance.now() > deadline)
      throw new Error(`No page of ${server.origin} selected ${release} in time.`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/**
 * Visits as visitors of both arms. Each function reports one load: a success of stable, or a failure of the canary. Every page
 * is fetched before the first report, because the canary may be gone before the last one.
 */
async function collectLoads(server: Site, rollout: Rollout): Promise<((server: Site) => Promise<unknown>)[]> {
  const loads: ((server: Site) => Promise<unknown>)[] = []
  for (let load = 0; load < loadsPerArm; load += 1)
    for (const [arm, outcome] of [
      ['stable', 'ok'],
      ['canary', 'http'],
    ] as const) {
      const visit = await visitUntil(server.origin, { remote: rollout.remote, arm })
      loads.push((to) => sendLoadReport(to, rollout, { visit, arm, outcome }))
    }
  return loads
}
