import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { getMissingEvidence } from '@portico/protocol/rollout/decide.ts'
import { estimateStep } from '@portico/protocol/rollout/estimate-steps.ts'
import type { HistoryPoint } from '@portico/protocol/rollout/history-api.ts'
import type { Overview, OverviewApp } from '@portico/protocol/rollout/overview-api.ts'
import {
  notRolledOut,
  parseRolloutState,
  type RemoteDeployment,
  type RolloutState,
} from '@portico/protocol/rollout/rollout-state.ts'
import type { Token } from '@portico/protocol/tokens/token-api.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/tables.ts'
import { createBoundedCache } from '../../http/caching/bounded-cache.ts'
import { readDiscovery } from '../../releases/changes/discovery-repository.ts'
import { findPathConflict, listReleasedClaims } from '../../releases/compatibility/path-claims.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { getReadableRemotes } from '../../releases/tokens/require-token.ts'
import { getHealth } from './get-health.ts'
import { addNewest, parsePoint } from './history-points.ts'
import { describeMissingPaths } from './list-obstacles.ts'
import { listRemotes } from './list-remotes.ts'
import { getLoadsPerMinute } from './read-estimate.ts'

const trendPoints = 24
const maxEstimates = 1_000
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const precision = 20 // an estimate takes up to 10 ms, so one of a day is used again for an hour

/** Creates what reads the shell and the remotes that a token may read: with five queries, however many there are. */
export function createOverviewReader({ db, configuration }: ReleaseStorage) {
  const estimates = createBoundedCache<{ readonly endsAt: number | null }>(maxEstimates)

  const getStepEnd = (deployment: RemoteDeployment, now: number): number | null => {
    const { rollout } = deployment
    if (rollout?.status !== 'running' || rollout.share === 0) return null
    const key = `${rollout.id} ${rollout.step}`
    const known = estimates.get(key)
    if (known !== undefined) return known.endsAt
    const loadsPerMinute = getLoadsPerMinute(rollout.evidence, now)
    if (loadsPerMinute === null) return null
    const endsAt = estimateStep(deployment, { loadsPerMinute, now })?.to ?? null
    const ttl = Math.max(minuteMs, ((endsAt ?? now + dayMs) - now) / precision)
    estimates.set(key, { endsAt }, { ttl })
    return endsAt
  }

  return async (token: Pick<Token, 'scopes'>): Promise<Overview> => {
    const at = Date.now()
    const names = getReadableRemotes(token)
    const document = await readDiscovery(db)
    const remotes = await listRemotes(db, document, names)
    const points = await readLatestPoints(db, names)
    const apps: OverviewApp[] = []
    for (const { latest, ...remote } of remotes) {
      const app = {
        ...remote,
        kind: remote.name === 'shell' ? ('shell' as const) : ('remote' as const),
        rollout: null,
      }
      if (latest === null) apps.push(app)
      else {
        const rollout = parseRolloutState(latest.state)
        const deployment = { ...notRolledOut, ...remote, rollout }
        const stored = points.get(rollout.id)?.map(({ body }) => parsePoint(body)) ?? []
        const missing = [...getMissingEvidence(deployment, configuration.countedBy)]
        const described = {
          ...describeRollout(rollout, { points: addNewest(stored, rollout), now: at }),
          ...{ startedAt: latest.startedAt, startedBy: latest.startedBy, changedAt: latest.changedAt },
          missing: missing.length > 0 ? missing : findObstacles(document, remote.name),
          stepEndsAt: getStepEnd(deployment, at),
        }
        apps.push({ ...app, rollout: described })
      }
      await letOthersRun()
    }
    return { at, revision: document.revision, apps: apps.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
  }
}

/** Why a canary that needs nothing else doesn't advance within a second, as far as the document tells: `status` says more. */
function findObstacles({ shell, remotes }: DiscoveryDocument, name: string): string[] {
  const { stable, canary } = remotes[name] ?? {}
  const [ownPaths = [], paths = []] = [stable, canary?.release].map((release) =>
    release?.pages.map(({ path }) => path),
  )
  const missingPaths = describeMissingPaths(
    findPathConflict(name, { paths, ownPaths }, listReleasedClaims({ remotes })),
  )
  const shells = [shell, shell?.canary?.release].filter((release) => release != null)
  const id = canary && `${name}@${getReleaseId(canary.release)}`
  const others = shells.filter(({ rejected = [] }) => id !== undefined && rejected.includes(id))
  return [...missingPaths, ...others.map((release) => `needs to run in shell@${getReleaseId(release)}`)]
}

function describeRollout(
  rollout: RolloutState,
  watched: { readonly points: readonly HistoryPoint[]; readonly now: number },
) {
  const { id, from, to, plan, status, step, share, reason, evidence, lastReportMs } = rollout
  return {
    ...{ id, from, to, status, step, share, reason },
    plan: plan.name,
    steps: plan.steps.map((planned) => planned.share),
    counts: { canary: evidence.canary, stable: evidence.stable },
    health: getHealth({ rollout, ...watched }),
    lastReportAt: lastReportMs,
    trend: { canary: getTrend(watched.points, 'canary'), stable: getTrend(watched.points, 'stable') },
  }
}

/** The rates between points. A visitor has an error once, so it counts like a failed load. */
function getTrend(points: readonly HistoryPoint[], arm: 'canary' | 'stable'): (number | null)[] {
  const getBad = (point: HistoryPoint) => point[arm].failures + (point.signals.error?.[arm] ?? 0)
  return points.slice(1).map((point, at) => {
    const before = points[at] ?? point
    const loads = point[arm].loads - before[arm].loads
    return loads === 0 ? null : Math.min(1, (getBad(point) - getBad(before)) / loads)
  })
}

/** The last points of the latest rollout of each remote, oldest first, by rollout. */
async function readLatestPoints(db: Db, names: readonly string[] | null) {
  const rows = await db
    .selectFrom('remote')
    .innerJoin('rollout_point', 'rollout_point.rollout', 'remote.rollout')
    .select(['rollout_point.rollout', 'body'])
    .$if(names !== null, (query) => query.where('name', 'in', names ?? []))
    .where('at', '>=', (query) =>
      query.fn.coalesce(
        query
          .selectFrom('rollout_point as later')
          .select('later.at')
          .whereRef('later.rollout', '=', 'remote.rollout')
          .orderBy('later.at', 'desc')
          .offset(trendPoints - 1)
          .limit(1),
        sql<number>`0`,
      ),
    )
    .orderBy('at')
    .execute()
  return Map.groupBy(rows, ({ rollout }) => rollout)
}
