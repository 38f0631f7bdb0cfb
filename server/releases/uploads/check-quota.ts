import { formatCount } from '@portico/kit/format.ts'
import { isDevVersion } from '@portico/protocol/release/dev-release.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import type { Db } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import { parseFiles } from '../storage/ensure-local.ts'
import { getTotalBytes, selectStored } from '../storage/release-repository.ts'

const mebibyte = 1024 * 1024

/** What a remote has stored. For builds of development sessions, which are deleted after a day, only bytes count. */
export async function measureStorage(db: Db, remote: string) {
  const rows = await selectStored(db, remote).select(['id', 'record']).execute()
  return {
    releases: rows.filter(({ id }) => !isDevVersion(id)).length,
    bytes: rows.reduce((sum, { record }) => sum + getTotalBytes({ files: parseFiles(record) }), 0),
  }
}

interface NewRelease {
  readonly remote: string
  readonly id: string
  readonly bytes: number
}

/** Throws `quota-exceeded` if a remote may not store another release. */
export async function requireQuota(
  { db, configuration }: { readonly db: Db; readonly configuration: Pick<Configuration, 'remoteQuota'> },
  { remote, id, bytes }: NewRelease,
): Promise<void> {
  const { remoteQuota } = configuration
  const stored = await measureStorage(db, remote)
  const hasRoom = isDevVersion(id) || stored.releases < remoteQuota.releases
  if (hasRoom && stored.bytes + bytes <= remoteQuota.bytes) return
  throw new Problem('quota-exceeded', {
    detail: hasRoom
      ? `${remote} has ${toMebibytes(stored.bytes)} stored, and this release has ${toMebibytes(bytes)}; the limit is ${toMebibytes(remoteQuota.bytes)}.`
      : `${remote} has ${formatCount(stored.releases, 'release')} stored, which is the limit.`,
    hint: 'Files that nobody has requested for 30 days are deleted every hour. To publish before that, ask the site’s operator to raise REMOTE_MAX_RELEASES or REMOTE_MAX_MB.',
  })
}

function toMebibytes(bytes: number): string {
  return `${(bytes / mebibyte).toFixed(1)} MiB`
}
