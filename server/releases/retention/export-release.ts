import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  type ExportedRelease,
  getEvidenceMessage,
  PromotionSchema,
} from '@portico/protocol/publish/promotion.ts'
import type { ReleaseDetail } from '@portico/protocol/publish/release-detail.ts'
import { ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import { packTar, type TarHeader } from '@portico/protocol/release/tar-archive.ts'
import { parseRolloutState } from '@portico/protocol/rollout/rollout-state.ts'
import * as v from 'valibot'
import type { Db } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import { deriveAuditKey } from '../changes/audit-key.ts'
import { ensureLocal, parseFiles } from '../storage/ensure-local.ts'
import { getReleasePath } from '../storage/folder-store.ts'
import { findRelease, findStoredRecord, selectRelease } from '../storage/release-repository.ts'
import type { ReleaseStorage } from '../storage/release-store.ts'

const { from, stableAt } = PromotionSchema.entries
const PromotedFromSchema = v.object({ from, stableAt })
const ClaimsSchema = v.object({
  browser: v.optional(v.string()),
  commit: v.optional(v.string()),
  promoted: v.optional(PromotedFromSchema),
})
/** Events from before claims were marked have theirs in the event itself. */
const PublishedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    browser: ClaimsSchema.entries.browser,
    claims: v.optional(ClaimsSchema),
    verified: v.optional(v.pick(ClaimsSchema, ['promoted'])),
  }),
)

const VersionSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object(v.pick(ReleaseRecordSchema, ['version', 'hash']).entries),
)

/** What another site needs to know about a release before it adopts it, signed by this one. Throws `release-unknown`. */
export async function describeRelease(
  { db, configuration }: ReleaseStorage,
  remote: string,
  named: string,
): Promise<ExportedRelease> {
  const id = await findRelease(db, remote, named)
  const { published_at, published_by, quarantined, stable_at, record } = await selectRelease(db, {
    app: remote,
    id,
  })
    .select(['published_at', 'published_by', 'quarantined', 'stable_at', 'record'])
    .executeTakeFirstOrThrow()
  const evidence = {
    publishedAt: Number(published_at),
    publishedBy: published_by,
    browser: (await findPublication(db, { remote, id })).browser,
    stableAt: stable_at === null ? null : Number(stable_at),
    rollout: await findLastRollout(db, { remote, id }),
  }
  if (quarantined !== null) return { id, quarantined, evidence } // nobody is to promote it
  const { secret, publicUrl: site } = configuration
  const at = Date.now()
  const { version, hash } = v.parse(VersionSchema, record)
  const release = { remote, version, hash, files: parseFiles(record) }
  const signature = deriveAuditKey(secret).sign(getEvidenceMessage({ site, at, release, evidence }))
  return { id, quarantined, evidence, statement: { site, at, signature } }
}

export interface ReleaseAddress {
  readonly remote: string
  readonly id: string
}

/** What the publisher of a release said about it; null: nothing, as at a start. */
export async function findPublication(
  db: Db,
  { remote, id }: ReleaseAddress,
): Promise<Pick<ReleaseDetail, 'browser' | 'commit' | 'promotedFrom'>> {
  const event = await db
    .selectFrom('event')
    .select('after')
    .where('what', '=', 'release.publish')
    .where('remote', '=', remote)
    .where('after', 'like', `%${toMember('id', `${remote}@${id}`)}%`)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (event === undefined) return { browser: null, commit: null, promotedFrom: null }
  const { claims = {}, verified, browser } = v.parse(PublishedSchema, event.after)
  const promoted = verified?.promoted ?? claims.promoted
  return {
    browser: claims.browser ?? browser ?? null,
    commit: claims.commit ?? null,
    promotedFrom: promoted === undefined ? null : { site: promoted.from, stableAt: promoted.stableAt },
  }
}

/** The rollouts of a release, newest first. */
export async function findRollouts(db: Db, { remote, id }: ReleaseAddress) {
  const rows = await db
    .selectFrom('rollout')
    .select(['state', 'started_at', 'started_by', 'changed_at'])
    .where('remote', '=', remote)
    .where('state', 'like', `%${toMember('to', id)}%`)
    .orderBy('started_at', 'desc')
    .execute()
  return rows.map(({ state, ...row }) => ({ ...row, rollout: parseRolloutState(state) }))
}

/** The last rollout of the release; null: it had none. */
async function findLastRollout(db: Db, release: ReleaseAddress) {
  const [last] = await findRollouts(db, release)
  if (last === undefined) return null
  const { id, plan, status, evidence } = last.rollout
  const { canary, stable, reportingNetworks } = evidence
  return { id, plan: plan.name, status, canary, stable, networks: reportingNetworks }
}

/**
 * A member of a JSON object as it is stored, such as `"to":"1.1.0-0a1b2c3d"`: neither database needs a JSON function for it.
 * A quotation mark in a text is stored with a backslash, so nothing else looks like it; ids contain no wildcard of LIKE.
 */
function toMember(name: string, value: string): string {
  return `${JSON.stringify(name)}:${JSON.stringify(value)}`
}

/** The published files of a release and its record, as a tar.gz that can be published again. Throws `release-unknown`. */
export async function packStoredRelease(
  services: ReleaseStorage,
  remote: string,
  named: string,
): Promise<Buffer> {
  const name = { app: remote, id: await findRelease(services.db, remote, named) }
  const record = await findStoredRecord(services.db, name)
  if (record === null || !(await ensureLocal(services, name)))
    throw new Problem('release-unknown', { detail: `The files of ${remote}@${name.id} are not stored.` })
  const folder = getReleasePath(services.configuration.dataDir, name)
  const entries: [TarHeader, string | Buffer][] = [[{ name: 'release.json' }, record]]
  for (const file of Object.keys(parseFiles(record)).toSorted())
    entries.push([{ name: file }, await readFile(join(folder, file))])
  return gzipSync(await packTar(entries))
}
