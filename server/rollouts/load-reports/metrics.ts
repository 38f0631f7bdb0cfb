import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { listApps } from '@portico/protocol/discovery/list-apps.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { Counter } from 'prom-client'
import type { ReportedLoad } from './get-reported-loads.ts'

const loads = new Counter({
  name: 'portico_loads_total',
  help: 'Loads that count for a rollout in progress.',
  labelNames: ['remote', 'release', 'arm', 'outcome'] as const,
})

export const droppedLoads = new Counter({
  name: 'portico_dropped_loads_total',
  help: 'Loads that browsers have reported for a rollout in progress and that do not count, by reason.',
  labelNames: ['reason'] as const,
})

/**
 * Counts loads; their releases are those of the discovery document. One that fails late is also in `ok`: a counter never
 * decreases.
 */
export function recordCountedLoads(counted: readonly ReportedLoad[]): void {
  for (const { remote, release, arm, isFailure } of counted)
    loads.inc({ remote, release, arm, outcome: isFailure ? 'failed' : 'ok' })
}

/** Forgets releases that are no longer in the discovery document, so that the number of series stays bounded. */
export async function forgetOldReleases(document: DiscoveryDocument): Promise<void> {
  const current = new Set(
    Object.entries(listApps(document)).flatMap(([name, { stable, fallback, canary }]) =>
      [stable, fallback, canary?.release].flatMap((release) =>
        release === undefined ? [] : [`${name}@${getReleaseId(release)}`],
      ),
    ),
  )
  const { values } = await loads.get()
  for (const { labels } of values)
    if (!current.has(`${labels.remote}@${labels.release}`)) loads.remove(labels)
}
