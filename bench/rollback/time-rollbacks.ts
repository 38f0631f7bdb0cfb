import { paths } from '@portico/shared/paths.ts'
import type { Rollout } from '@portico/shared/rollout/rollout-record.ts'
import type { Site } from '../site/start-site.ts'
import { createRolloutClient, fetchSelectedRelease, findVisitorId, sendLoadReport } from './rollout-client.ts'

const pollMs = 50
const givenUpMs = 60_000
const meanwhileMs = 1_000
const loadsOfEach = 20 // more than the decision needs of a canary of which every load fails

/** What sets a rollback off, and how long it took until new pages of both servers were on stable, in milliseconds. */
export interface TimedRollback {
  readonly by: 'reports' | 'call'
  readonly ms: number
}

/** Times `runs` rollbacks of each kind, one after the other. `servers` share one database. */
export async function timeRollbacks(
  servers: readonly [Site, Site],
  { remote, runs }: { readonly remote: string; readonly runs: number },
): Promise<TimedRollback[]> {
  const timed: TimedRollback[] = []
  const { stage, call } = createRolloutClient(servers[0])
  for (let run = 1; run <= runs; run += 1) {
    const reported = await stage(remote, `9.${run}.0`)
    const report = (pairs: number) => sendReports(servers, reported, pairs)
    const ms = await timeOne(servers, reported, {
      act: () => report(loadsOfEach),
      meanwhile: () => report(1),
    })
    timed.push({ by: 'reports', ms })
    const called = await stage(remote, `9.${run}.1`)
    const rollBack = () => call('POST', `${paths.rollouts}/${called.id}/rollback`, { reason: 'measured' })
    timed.push({ by: 'call', ms: await timeOne(servers, called, { act: rollBack }) })
  }
  return timed
}

interface Acts {
  act(): Promise<unknown>
  /** What goes on each second until then. */
  meanwhile?(): Promise<unknown>
}

/** From the end of `act` until every server's new page is on stable. */
async function timeOne(
  servers: readonly Site[],
  rollout: Rollout,
  { act, meanwhile = async () => {} }: Acts,
): Promise<number> {
  const visitorId = findVisitorId(rollout, 'canary')
  await Promise.all(servers.map((server) => untilPage(server, rollout, { visitorId, shows: rollout.to })))
  await act()
  const from = performance.now()
  let isOver = false
  const shown = Promise.all(
    servers.map((server) => untilPage(server, rollout, { visitorId, shows: rollout.from ?? '' })),
  )
    .then(() => performance.now() - from)
    .finally(() => {
      isOver = true
    })
  while (!isOver) {
    await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, meanwhileMs))])
    if (!isOver) await meanwhile()
  }
  return shown
}

async function untilPage(
  server: Site,
  { remote }: Rollout,
  { visitorId, shows }: { readonly visitorId: string; readonly shows: string },
): Promise<void> {
  const giveUpAt = performance.now() + givenUpMs
  while ((await fetchSelectedRelease(server, remote, visitorId)) !== shows) {
    if (performance.now() > giveUpAt) throw new Error(`No page of ${server.origin} shows ${shows}.`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/**
 * Sound loads of stable and failures of the canary, to both servers in turn. What does not make a batch waits for more:
 * visitors do not stop, so the time is taken from the end of the first of them, which is early rather than late.
 */
async function sendReports(servers: readonly [Site, Site], rollout: Rollout, pairs: number): Promise<void> {
  for (let load = 0; load < pairs; load += 1) {
    const server = servers[load % 2] ?? servers[0]
    await sendLoadReport(server, rollout, { arm: 'stable', outcome: 'ok' })
    await sendLoadReport(server, rollout, { arm: 'canary', outcome: 'http' })
  }
}
