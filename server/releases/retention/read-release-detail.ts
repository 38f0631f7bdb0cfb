import { join } from 'node:path'
import type { ReleaseDetail } from '@portico/protocol/publish/release-detail.ts'
import { isDevVersion } from '@portico/protocol/release/dev-release.ts'
import type { Db } from '../../database/tables.ts'
import { createBoundedCache } from '../../http/caching/bounded-cache.ts'
import { createConcurrencyLimiter } from '../../http/concurrency-limiter.ts'
import { readEvents } from '../audit/audit.ts'
import { readDiscovery } from '../changes/discovery-repository.ts'
import { ensureLocal } from '../storage/ensure-local.ts'
import { getReleasePath, readFileIfExists } from '../storage/folder-store.ts'
import type { Build } from '../storage/read-builds.ts'
import { findNamed, findReleaseRecord, findShellRecord } from '../storage/release-repository.ts'
import type { ReleaseStorage } from '../storage/release-store.ts'
import { readValidationContext } from '../uploads/releases.ts'
import { validateRelease } from '../uploads/validate-release.ts'
import { compareReleases } from './compare-releases.ts'
import { findPublication, findRollouts, type ReleaseAddress } from './export-release.ts'

const maxEvents = 500
const maxValidated = 100

/** Creates what reads everything that the site knows about a release. It throws `remote-unknown` or `release-unknown`. */
export function createDetailReader(services: ReleaseStorage) {
  const { db } = services
  const validate = createValidator(services)
  return async (remote: string, named: string): Promise<ReleaseDetail> => {
    const rows = await db
      .selectFrom('release')
      .select(['id', 'published_at', 'published_by', 'quarantined', 'stable_at', 'collected_at'])
      .where('app', '=', remote)
      .orderBy('published_at', 'desc')
      .execute()
    const row = findNamed(rows, remote, named)
    const { id, published_at, published_by, quarantined, stable_at, collected_at } = row
    const record = await readRecord(db, { remote, id })
    const previous = findPrevious(rows, row)
    return {
      ...{ remote, id, version: record.version, hash: record.hash, quarantined },
      publishedAt: published_at,
      publishedBy: published_by,
      ...(await findPublication(db, { remote, id })),
      stableAt: stable_at,
      collectedAt: collected_at,
      files: Object.entries(record.files).map(([name, { bytes }]) => ({ name, bytes })),
      previous: previous && {
        id: previous.id,
        ...compareReleases(await readRecord(db, { remote, id: previous.id }), record),
      },
      checks: collected_at === null ? await validate({ remote, id }, record) : null,
      rollouts: await listRollouts(db, { remote, id }),
      events: await readEvents(db, {
        since: 0,
        limit: maxEvents,
        remotes: [remote],
        names: [id, `${remote}@${id}`],
      }),
    }
  }
}

async function readRecord(db: Db, { remote, id }: ReleaseAddress): Promise<Build['record']> {
  const record = await (remote === 'shell' ? findShellRecord(db, id) : findReleaseRecord(db, remote, id))
  if (record === null) throw new Error(`${remote} ${id} has been deleted.`)
  return record
}

interface PublishedRow {
  readonly id: string
  readonly published_at: number
  readonly stable_at: number | null
}

/** What visitors had before the release, or else what was published before it; null: nothing. `rows`: newest first. */
function findPrevious(rows: readonly PublishedRow[], { id, published_at, stable_at }: PublishedRow) {
  const others = rows.filter((row) => row.id !== id && !isDevVersion(row.id))
  const [stable] = others
    .filter((row) => row.stable_at !== null && row.stable_at < (stable_at ?? Number.POSITIVE_INFINITY))
    .toSorted((a, b) => (b.stable_at ?? 0) - (a.stable_at ?? 0))
  return stable ?? others.find((row) => row.published_at < published_at) ?? null
}

/** Validates one stored release at a time, and again only after what is released has changed. */
function createValidator(services: ReleaseStorage) {
  const limit = createConcurrencyLimiter(1)
  const known = createBoundedCache<NonNullable<ReleaseDetail['checks']>>(maxValidated)
  return ({ remote, id }: ReleaseAddress, record: Build['record']): Promise<ReleaseDetail['checks']> =>
    limit(async () => {
      const name = { app: remote, id }
      if (!(await ensureLocal(services, name).catch(() => false))) return null
      const { revision } = await readDiscovery(services.db)
      const key = `${remote}@${id} ${revision}`
      const folder = getReleasePath(services.configuration.dataDir, name)
      const read = (file: string) => readFileIfExists(join(folder, file))
      const context = await readValidationContext(services)
      const build: Build = 'remote' in record ? { kind: 'remote', record } : { kind: 'shell', record }
      const findings = known.get(key) ?? (await validateRelease({ build, read }, context, null)).findings
      known.set(key, findings)
      // Of another origin only a publish has looked at the files.
      return findings.filter(({ check }) => check !== 'origin-files')
    })
}

async function listRollouts(db: Db, release: ReleaseAddress): Promise<ReleaseDetail['rollouts']> {
  const rows = await findRollouts(db, release)
  return rows.map(({ started_at, started_by, changed_at, rollout: { id, plan, status, reason } }) => ({
    ...{ id, plan: plan.name, status, reason },
    startedAt: started_at,
    startedBy: started_by,
    changedAt: changed_at,
  }))
}
