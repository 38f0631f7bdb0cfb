import { paths } from '@portico/shared/paths.ts'
import type { Rollout } from '@portico/shared/rollout/rollout-record.ts'
import type { Site } from '../site/start-site.ts'
import { visitUntil } from '../site/visit-page.ts'
import { createRolloutClient, fetchSelectedRelease, sendLoadReport } from './rollout-client.ts'

const pollMs = 50
const timeoutMs = 60_000
const reportPauseMs = 1_000
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
  const { rollOut, send } = createRolloutClient(servers[0])
  for (let run = 1; run <= runs; run += 1) {
    const reported = await rollOut(remote, `9.${run}.0`)
    const report = (pairs: number) => sendReports(servers, reported, pairs)
    const ms = await timeRollback(servers, reported, {
      trigger: () => report(loadsPerArm),
      repeat: () => report(1),
    })
    timed.push({ by: 'reports', ms })
    const requested = await rollOut(remote, `9.${run}.1`)
    const rollBack = () => send('POST', `${paths.rollouts}/${requested.id}/rollback`, { reason: 'measured' })
    timed.push({ by: 'request', ms: await timeRollback(servers, requested, { trigger: rollBack }) })
  }
  return timed
}

interface Actions {
  trigger(): Promise<unknown>
  /** Repeated every second until new pages are on stable. */
  repeat?(): Promise<unknown>
}

/** Measures from the end of `trigger` until new pages of every server are on stable. */
async function timeRollback(
  servers: readonly [Site, ...Site[]],
  rollout: Rollout,
  { trigger, repeat = async () => {} }: Actions,
): Promise<number> {
  const { visitor } = await visitUntil(servers[0].origin, { remote: rollout.remote, arm: 'canary' })
  await Promise.all(servers.map((server) => waitForPage(server, rollout, { visitor, release: rollout.to })))
  await trigger()
  const from = performance.now()
  let isOver = false
  const settled = Promise.all(
    servers.map((server) => waitForPage(server, rollout, { visitor, release: rollout.from ?? '' })),
  )
    .then(() => performance.now() - from)
    .finally(() => {
      isOver = true
    })
  while (!isOver) {
    await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, reportPauseMs))])
    if (!isOver) await repeat()
  }
  return settled
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
 * Reports successful loads of stable and failed loads of the canary, alternating between the servers. Reports that don't
 * fill a batch wait for more, so they are repeated; the clock starts after the first ones, early rather than late.
 */
async function sendReports(servers: readonly [Site, Site], rollout: Rollout, pairs: number): Promise<void> {
  for (let load = 0; load < pairs; load += 1) {
    const server = servers[load % 2] ?? servers[0]
    await sendLoadReport(server, rollout, { arm: 'stable', outcome: 'ok' })
    await sendLoadReport(server, rollout, { arm: 'canary', outcome: 'http' })
  }
}
