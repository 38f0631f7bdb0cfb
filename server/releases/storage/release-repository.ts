import { getDevPrefix } from '@portico/protocol/release/dev-release.ts'
import {
  getVersion,
  type ReleaseRecord,
  ReleaseRecordSchema,
} from '@portico/protocol/release/release-record.ts'
import { type ShellRecord, ShellRecordSchema } from '@portico/protocol/release/shell-record.ts'
import * as v from 'valibot'
import type { Db } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import type { ReleaseName } from './release-store.ts'

/** A query for one published release. */
export function selectRelease(db: Db, { app, id }: ReleaseName) {
  return db.selectFrom('release').where('app', '=', app).where('id', '=', id)
}

/** A query for the releases of an app whose files were not collected, newest first. */
export function selectStored(db: Db, app: string) {
  const releases = db.selectFrom('release').where('app', '=', app).where('collected_at', 'is', null)
  return releases.orderBy('published_at', 'desc')
}

/** The record of a published release as it was stored; null: there is none. */
export async function findStoredRecord(db: Db, release: ReleaseName): Promise<string | null> {
  return (await selectRelease(db, release).select('record').executeTakeFirst())?.record ?? null
}

/** The record of a published release of a remote; null: there is none, as for the shell, which has other records. */
export async function findReleaseRecord(db: Db, remote: string, id: string): Promise<ReleaseRecord | null> {
  if (remote === 'shell') return null
  const stored = await findStoredRecord(db, { app: remote, id })
  return stored === null ? null : v.parse(ReleaseRecordSchema, JSON.parse(stored))
}

/** The record of a published release of the shell; null: there is none. */
export async function findShellRecord(db: Db, id: string): Promise<ShellRecord | null> {
  const stored = await findStoredRecord(db, { app: 'shell', id })
  return stored === null ? null : v.parse(ShellRecordSchema, JSON.parse(stored))
}

/**
 * Id of the release that `named` means: the id itself or its version, the newest build if a version has several.
 * Throws `release-unknown`.
 */
export async function findRelease(db: Db, remote: string, named: string): Promise<string> {
  return findNamed(await selectStored(db, remote).select('id').execute(), remote, named).id
}

/** The release of `rows`, newest first, that `named` means. Throws `release-unknown`. */
export function findNamed<Row extends { readonly id: string }>(
  rows: readonly Row[],
  remote: string,
  named: string,
): Row {
  const found = rows.find(({ id }) => id === named) ?? rows.find(({ id }) => getVersion(id) === named)
  if (found) return found
  throw new Problem('release-unknown', {
    detail: `${remote} has no release ${named}.`,
    hint: `List the releases with \`releases ${remote}\`.`,
  })
}

/** Id of the newest build of a development session; null: nothing is published. */
export async function findDevRelease(db: Db, remote: string, session: string): Promise<string | null> {
  const builds = selectStored(db, remote).where('id', 'like', `${getDevPrefix(session)}%`)
  return (await builds.select('id').limit(1).executeTakeFirst())?.id ?? null
}

/** Whether any release of a remote, or of the shell, was ever published. */
export async function isKnownRemote(db: Db, remote: string): Promise<boolean> {
  const row = await db
    .selectFrom('release')
    .select('id')
    .where('app', '=', remote)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The error for a remote without any published release. */
export function createUnknownRemoteProblem(remote: string): Problem {
  return new Problem('remote-unknown', {
    detail: `No release of a remote "${remote.slice(0, 40)}" was ever published.`,
    hint: 'List the remotes with `status`. To add a new one, publish its first release.',
  })
}

/** Size of all files of a release in bytes. */
export function getTotalBytes({ files }: Pick<ReleaseRecord, 'files'>): number {
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0)
}
