import { sql } from 'kysely'
import * as v from 'valibot'
import type { Db } from '../../database/tables.ts'
import { parseFiles } from '../../releases/storage/ensure-local.ts'
import { findStoredRecord } from '../../releases/storage/release-repository.ts'
import type { ReleaseName } from '../../releases/storage/release-store.ts'
import type { CountableLoad } from './count-load.ts'
import type { ReportedError } from './get-reported-loads.ts'

/** Different errors of a release. Those that few visitors have had make room for new ones. */
const maxErrors = 50

const BrowsersSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()))

export type CountedError = CountableLoad & { readonly error: ReportedError }

/** Whether a load is the position of an error. */
export function isError(load: CountableLoad): load is CountedError {
  return load.error !== undefined
}

/** Counts errors of releases. What is stored has no text but names of the release's own files and pages. */
export async function storeErrors(trx: Db, errors: readonly CountedError[]): Promise<void> {
  const byRelease = Map.groupBy(errors, ({ remote, release }) => `${remote}@${release}`)
  // In the same order everywhere, so that two servers never deadlock.
  for (const [, ofRelease] of [...byRelease].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await storeErrorsOfRelease(trx, ofRelease)
}

async function storeErrorsOfRelease(trx: Db, errors: readonly CountedError[]): Promise<void> {
  const [{ remote: app, release: id } = { remote: '', release: '' }] = errors
  const rows = await selectErrors(trx, { app, id }).select(['fingerprint', 'browsers']).execute()
  const known = new Map(rows.map((row) => [row.fingerprint, v.parse(BrowsersSchema, row.browsers)]))
  const record = await findStoredRecord(trx, { app, id })
  const files = record === null ? {} : parseFiles(record)
  const byFingerprint = Map.groupBy(errors, ({ error }) => error.fingerprint)
  for (const [fingerprint, same] of [...byFingerprint].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { file = '', page = '' } = same[0]?.error ?? {}
    if (!Object.hasOwn(files, file)) continue
    if (!known.has(fingerprint) && known.size >= maxErrors) await deleteRarest(trx, { app, id })
    const browsers = [...new Set([...(known.get(fingerprint) ?? []), ...same.map(({ family }) => family)])]
    known.set(fingerprint, browsers)
    const at = Math.max(...same.map((error) => error.at))
    const count = (arm: string) => same.filter((error) => error.arm === arm).length
    const counts = { canary: count('canary'), stable: count('stable') }
    const seen = { page, browsers: JSON.stringify(browsers.toSorted()), last_seen: at }
    await trx
      .insertInto('release_error')
      .values({ remote: app, release: id, fingerprint, ...counts, ...seen, first_seen: at, source: null })
      .onConflict((conflict) =>
        conflict.columns(['remote', 'release', 'fingerprint']).doUpdateSet({
          ...seen,
          canary: sql`release_error.canary + ${counts.canary}`,
          stable: sql`release_error.stable + ${counts.stable}`,
        }),
      )
      .execute()
  }
}

/** An attacker has few networks, so what many visitors have stays. */
async function deleteRarest(trx: Db, release: ReleaseName): Promise<void> {
  const { fingerprint } = await selectErrors(trx, release)
    .select('fingerprint')
    .orderBy(sql`canary + stable`)
    .orderBy('last_seen')
    .limit(1)
    .executeTakeFirstOrThrow()
  await trx
    .deleteFrom('release_error')
    .where('remote', '=', release.app)
    .where('release', '=', release.id)
    .where('fingerprint', '=', fingerprint)
    .execute()
}

function selectErrors(trx: Db, { app, id }: ReleaseName) {
  return trx.selectFrom('release_error').where('remote', '=', app).where('release', '=', id)
}
