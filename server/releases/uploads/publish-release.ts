import { addLimitsGuide } from '@portico/protocol/publish/limits-guide.ts'
import type {
  Failure,
  PublishQuerySchema,
  PublishResult,
  ValidationReport,
} from '@portico/protocol/publish/release-api.ts'
import { isDevVersion } from '@portico/protocol/release/dev-release.ts'
import { getVersion } from '@portico/protocol/release/release-record.ts'
import { systemActors } from '@portico/protocol/tokens/token-api.ts'
import type * as v from 'valibot'
import type { Db } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import { type Actor, makeChange } from '../changes/make-change.ts'
import { createDeltas } from '../storage/deltas.ts'
import { openReleaseStore } from '../storage/open-release-store.ts'
import { type Build, getBuildName } from '../storage/read-builds.ts'
import { getTotalBytes } from '../storage/release-repository.ts'
import type { ReleaseName, ReleaseStorage } from '../storage/release-store.ts'
import { requireQuota } from './check-quota.ts'
import { findPredecessors } from './find-predecessors.ts'
import { type Release, type ValidationContext, validateRelease } from './validate-release.ts'
import { verifyPromotion } from './verify-promotion.ts'

export interface ValidationOptions {
  readonly context: ValidationContext
  /** Whether a version that is already published may get another build under a new hash, as on a developer's machine. */
  readonly canReuseVersion?: boolean
}

/** Who publishes a release, and what they claim about it. */
interface PublishOptions extends ValidationOptions, Partial<v.InferOutput<typeof PublishQuerySchema>> {
  readonly actor: Actor
}

/** Validates a release without storing anything. */
export async function checkRelease(
  db: Db,
  release: Release,
  options: ValidationOptions,
): Promise<ValidationReport> {
  const { conflict } = await findPublished(db, release.build, options)
  return validateRelease(release, options.context, conflict)
}

/**
 * Validates and publishes a release: its files first, then its record and the audit event. Throws `validation-failed`,
 * or `release-exists` if the version was published with different bytes; nothing is stored then.
 */
export async function publishRelease(
  services: ReleaseStorage,
  release: Release,
  { actor, browser, commit, reason, promoted, ...options }: PublishOptions,
): Promise<PublishResult> {
  const { db, configuration } = services
  const { build, read } = release
  const report = await checkRelease(db, release, options)
  if (!areFilesValid(report)) throw createRefusal(report)
  const name = getBuildName(build)
  const result = describe(build, name)
  const warnings = report.findings.filter(({ isWarning }) => isWarning)
  const promotion =
    promoted && (await verifyPromotion(promoted, { ...build.record, remote: name.app }, configuration))
  const store = openReleaseStore(configuration)
  const published = await findSame(db, build, options)
  const files = { ...name, files: build.record.files, upload: published?.upload ?? null }
  if (published !== null) {
    // A start doesn't wait for the release store, which gets what it lacks later: see `startBackfill`.
    const isComplete = options.canReuseVersion === true && (await store.isIntact(files))
    if (!isComplete) await store.store(read, files) // restores files that were lost or damaged
    return { outcome: 'unchanged', ...result }
  }
  if (!report.isOk) throw createRefusal(report)
  // A start publishes the operator's own builds.
  if (actor !== systemActors.startup) await requireQuota(services, { ...result, id: name.id })
  const staged = await store.stage(read, files, async () =>
    // No browser keeps a build of `portico dev` as the base of the next one.
    isDevVersion(name.id) ? null : createDeltas({ ...files, read }, await findPredecessors(services, name)),
  )
  try {
    const outcome = await makeChange(services, actor, async ({ trx, at, by, audit }) => {
      if ((await findSame(trx, build, options)) !== null) return 'unchanged' // another request has published it
      await staged.commit()
      const row = { published_at: at, published_by: by, collected_at: null, upload: staged.upload }
      await trx
        .insertInto('release')
        .values({ ...name, record: JSON.stringify(build.record), ...row })
        .onConflict((conflict) => conflict.columns(['app', 'id']).doUpdateSet(row)) // its files were collected
        .execute()
      const baseUrl = build.kind === 'remote' ? build.record.baseUrl : undefined
      const after = {
        ...result,
        ...(baseUrl && { baseUrl }),
        ...(promotion?.isVerified && { verified: { promoted } }),
        ...toClaims({ browser, commit, ...(promotion?.isVerified === false && { promoted }) }),
      }
      audit({ what: 'release.publish', remote: name.app, after, reason: reason ?? null })
      return 'published'
    })
    return {
      outcome,
      ...result,
      ...(promotion && { promotion }),
      ...(warnings.length > 0 && { warnings }),
    }
  } finally {
    await staged.discard()
  }
}

/** What its publisher says about a release; nothing at a start. */
function toClaims({ browser, commit, ...others }: Record<'browser' | 'commit', string | undefined> & object) {
  return browser && { claims: { browser, ...(commit && { commit }), ...others } }
}

function describe({ record }: Build, { app, id }: ReleaseName) {
  const { version, hash } = record
  return { id: `${app}@${id}`, remote: app, version, hash, bytes: getTotalBytes(record) }
}

function areFilesValid({ findings }: ValidationReport): boolean {
  return findings.every(({ check, isOk }) => isOk || (check !== 'record' && check !== 'files'))
}

/** The same bytes, if they are published; null: they aren't. Throws `release-exists` if different bytes have the version. */
async function findSame(db: Db, build: Build, options: ValidationOptions) {
  const { same, conflict } = await findPublished(db, build, options)
  if (conflict === null) return same
  throw new Problem('release-exists', { detail: conflict.message, hint: conflict.hint })
}

interface Published {
  /** Exactly these bytes, published and not collected. */
  readonly same: { readonly upload: string | null } | null
  /** Why the version can't be published. */
  readonly conflict: Failure
}

async function findPublished(
  db: Db,
  build: Build,
  { canReuseVersion = false }: ValidationOptions,
): Promise<Published> {
  const { app, id } = getBuildName(build)
  const rows = await db
    .selectFrom('release')
    .select(['id', 'record', 'collected_at', 'upload'])
    .where('app', '=', app)
    .execute()
  const record = JSON.stringify(build.record)
  const sameVersion = rows.filter((row) =>
    canReuseVersion ? row.id === id : getVersion(row.id) === build.record.version,
  )
  const same = sameVersion.find((row) => row.record === record)
  if (same !== undefined) return { same: same.collected_at === null ? same : null, conflict: null }
  const [other] = sameVersion
  if (other === undefined) return { same: null, conflict: null }
  return {
    same: null,
    conflict: {
      message: `${app} ${build.record.version} is published as ${other.id}.`,
      hint: 'A version never changes. Raise the version in package.json, build, and publish again.',
    },
  }
}

/** The error for a release that is not valid. */
export function createRefusal({ findings }: ValidationReport): Problem {
  const failed = findings.filter(({ isOk }) => !isOk)
  return new Problem('validation-failed', {
    detail: failed.map(({ check, message }) => `${check}: ${message}`).join(' '),
    hint: addLimitsGuide(failed.map(({ hint }) => hint).join(' ')),
    findings,
  })
}
