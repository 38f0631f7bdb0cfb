import type { PublishQuerySchema, PublishResult } from '@portico/shared/release/release-api.ts'
import { getReleaseId, type ReleaseRecord } from '@portico/shared/release/release-record.ts'
import { type ShellRecord, ShellRecordSchema } from '@portico/shared/release/shell-record.ts'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Services } from '../../app.ts'
import type { Tables } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import { makeChange } from '../changes/make-change.ts'
import { readDocument } from '../discovery/discovery-repository.ts'
import { storedRecord } from '../storage/release-repository.ts'
import { openReleaseStore } from '../storage/release-store.ts'
import type { UnpackedFiles } from './unpack-archive.ts'
import { type Gated, gate } from './validate-release.ts'

interface Upload {
  readonly remote: string
  readonly version: string
  readonly files: UnpackedFiles
}

/** Who publishes, and what they say of the load in a browser. */
interface Publisher extends v.InferOutput<typeof PublishQuerySchema> {
  /** Name of the token. */
  readonly by: string
}

/** What the gate finds of an upload; nothing is stored. */
export async function checkUpload(db: Kysely<Tables>, { remote, version, files }: Upload): Promise<Gated> {
  const document = await readDocument(db)
  const published = await publishedOf(db, remote)
  const taken = (record: ReleaseRecord) => {
    const found = sameVersion(published, record)
    return typeof found === 'string' ? otherBytes(record, found) : null
  }
  return gate(files, { remote, version, document, shell: await readShell(db), taken })
}

/**
 * Publishes an upload: its files first, then the release and the event that tells of it. Throws `gate-refused`, or
 * `release-exists` where the version has other bytes; then nothing of it is on the disk or in the database.
 */
export async function publishUpload(
  { db, configuration }: Pick<Services, 'db' | 'configuration'>,
  upload: Upload,
  { by, browser, reason }: Publisher,
): Promise<PublishResult> {
  const gated = await checkUpload(db, upload)
  const { record } = gated
  if (record === null || !isWhole(gated)) throw refusal(gated)
  const published = {
    id: `${record.remote}@${getReleaseId(record)}`,
    ...namesOf(record),
    bytes: bytesOf(record),
  }
  const release = { app: record.remote, id: getReleaseId(record), files: record.files }
  const read = async (name: string) => upload.files.get(name) ?? null
  const store = openReleaseStore(configuration)
  if (await isPublished(db, record)) {
    await store.keep(read, release) // files that were lost or damaged are put right
    return { outcome: 'unchanged', ...published }
  }
  if (!gated.report.isOk) throw refusal(gated)
  const prepared = await store.prepare(read, release)
  try {
    const outcome = await makeChange(db, async ({ trx, at, tell }) => {
      if (await isPublished(trx, record)) return 'unchanged' // by another call meanwhile
      await prepared.place()
      const key = { app: record.remote, id: getReleaseId(record), record: JSON.stringify(record) }
      const row = { published_at: at, published_by: by, collected_at: null }
      await trx
        .insertInto('release')
        .values({ ...key, ...row })
        .onConflict((conflict) => conflict.columns(['app', 'id']).doUpdateSet(row)) // its files were collected
        .execute()
      const after = { ...published, browser }
      tell({ by, what: 'release.publish', remote: record.remote, after, reason: reason ?? null })
      return 'published'
    })
    return { outcome, ...published }
  } finally {
    await prepared.discard()
  }
}

function namesOf({ remote, version, hash }: ReleaseRecord) {
  return { remote, version, hash }
}

/** Bytes of all files of a release. */
export function bytesOf({ files }: Pick<ReleaseRecord, 'files'>): number {
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0)
}

function isWhole({ report }: Gated): boolean {
  return report.findings.every(({ check, isOk }) => isOk || (check !== 'record' && check !== 'files'))
}

/** Whether the same was published. Throws `release-exists` where something else was under this version. */
async function isPublished(db: Kysely<Tables>, record: ReleaseRecord): Promise<boolean> {
  const found = sameVersion(await publishedOf(db, record.remote), record)
  if (typeof found !== 'string') return found !== null && found.collected_at === null
  const { message: detail, hint } = otherBytes(record, found)
  throw new Problem('release-exists', { detail, hint })
}

type PublishedRow = Awaited<ReturnType<typeof publishedOf>>[number]

function publishedOf(db: Kysely<Tables>, remote: string) {
  return db.selectFrom('release').select(['id', 'record', 'collected_at']).where('app', '=', remote).execute()
}

/** The release with these very bytes; the id of another one that has their version; null: nothing has it. */
function sameVersion(
  published: readonly PublishedRow[],
  record: ReleaseRecord,
): PublishedRow | string | null {
  const text = JSON.stringify(record)
  const named = published.filter(({ id }) => id.replace(/-[0-9a-f]{8}$/, '') === record.version)
  return named.find((row) => row.record === text) ?? named[0]?.id ?? null
}

function otherBytes({ remote, version }: ReleaseRecord, id: string) {
  return {
    message: `${remote} ${version} was published with other bytes, as ${id}.`,
    hint: 'A version never changes: raise the version in package.json, build, and publish that.',
  }
}

function refusal({ report }: Gated): Problem {
  const wrong = report.findings.filter(({ isOk }) => !isOk)
  return new Problem('gate-refused', {
    detail: wrong.map(({ check, message }) => `${check}: ${message}`).join(' '),
    hint: wrong.map(({ hint }) => hint).join(' '),
    findings: report.findings,
  })
}

async function readShell(db: Kysely<Tables>): Promise<ShellRecord | null> {
  const { shell } = await readDocument(db)
  if (shell === null) return null
  const stored = await storedRecord(db, 'shell', getReleaseId(shell))
  return stored === null ? null : v.parse(ShellRecordSchema, JSON.parse(stored))
}
