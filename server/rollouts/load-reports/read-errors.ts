import { type ReleaseError, ReleaseErrorSchema } from '@portico/protocol/rollout/error-api.ts'
import type { Selectable } from 'kysely'
import * as v from 'valibot'
import type { Db, Tables } from '../../database/tables.ts'

interface ErrorsOf {
  readonly remote: string
  /** Missing: all releases. */
  readonly release?: string | undefined
}

/** The errors of a remote's releases: those that most visitors of the canary had first, then those of stable. */
export async function readErrors(db: Db, { remote, release }: ErrorsOf): Promise<readonly ReleaseError[]> {
  const rows = await db
    .selectFrom('release_error')
    .selectAll()
    .where('remote', '=', remote)
    .$if(release !== undefined, (query) => query.where('release', '=', release ?? ''))
    .orderBy('canary', 'desc')
    .orderBy('stable', 'desc')
    .orderBy('last_seen', 'desc')
    .execute()
  return rows.map(toReleaseError)
}

/** The error that most visitors of a canary had; null: none. */
export async function findWorstError(db: Db, canary: Required<ErrorsOf>): Promise<ReleaseError | null> {
  const [worst] = await readErrors(db, canary)
  return worst === undefined || worst.canary === 0 ? null : worst
}

const JsonSchema = v.pipe(v.string(), v.parseJson())

function toReleaseError({
  fingerprint,
  browsers,
  source,
  first_seen,
  last_seen,
  ...row
}: Selectable<Tables['release_error']>): ReleaseError {
  return v.parse(ReleaseErrorSchema, {
    ...row,
    ...parseFingerprint(fingerprint),
    browsers: v.parse(JsonSchema, browsers),
    source: source === null ? null : v.parse(JsonSchema, source),
    firstSeenAt: Number(first_seen),
    lastSeenAt: Number(last_seen),
  })
}

/** The parts of a fingerprint such as `TypeError home.js:1:23`. */
export function parseFingerprint(fingerprint: string) {
  const [, type = '', file = '', line, column] = /^(\w+) ([^:]+):(\d+):(\d+)$/.exec(fingerprint) ?? []
  return { type, file, line: Number(line), column: Number(column) }
}
