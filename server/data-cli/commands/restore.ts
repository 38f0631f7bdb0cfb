import { systemActors } from '@portico/protocol/tokens/token-api.ts'
import { type Configuration, readConfiguration } from '../../configuration/configuration.ts'
import type { Db } from '../../database/tables.ts'
import { appendEvents, readLastEvent } from '../../releases/changes/append-events.ts'
import { readRecordedHead, replaceRecordedHead } from '../../releases/changes/audit-head.ts'
import type { Manifest } from '../archive/manifest.ts'
import { restoreFiles } from '../archive/restore-files.ts'
import { type UnpackedArchive, unpackArchive } from '../archive/unpack-archive.ts'
import { type DataCommand, getFile, getKeys, keyFlag, keyNote, type Running } from '../data-command.ts'
import { DamagedDataError } from '../data-error.ts'
import { requireReplaceable } from '../database/data-location.ts'
import { migrateToLatest } from '../database/import-tables.ts'
import { replacePostgres } from '../database/postgres-copy.ts'
import { useSnapshot } from '../database/snapshot.ts'
import { replaceSqlite } from '../database/sqlite-copy.ts'
import { openSqliteSnapshot } from '../database/sqlite-snapshot.ts'
import { hasSecret, readSiteConfiguration } from '../read-site-configuration.ts'
import { listStoredReleases } from '../stored-releases.ts'
import { findProblems, toKeys, wrongSecret } from './verify.ts'

type SiteConfiguration = Pick<
  Configuration,
  'databaseUrl' | 'dataDir' | 'releaseStore' | 'secret' | 'secrets'
>

interface RestoreOptions extends Running {
  readonly file: string
  /** Whether the data in the database may be replaced. */
  readonly mayReplace?: boolean
  /** Whether an archive that was signed with another secret may be restored. */
  readonly hasNewSecret?: boolean
  /** Further public keys that have signed the audit log, from earlier secrets. */
  readonly keys?: readonly string[]
}

/**
 * Restores a backup: checks all of it, stores the release files, which changes nothing that visitors get, and replaces the
 * database in one step at the end. Whenever it is interrupted, the database is the one before or the restored one.
 */
export async function restoreSite(
  configuration: SiteConfiguration,
  {
    file,
    mayReplace = false,
    hasNewSecret = false,
    keys = [],
    signal,
    onProgress = () => {},
  }: RestoreOptions,
): Promise<Manifest> {
  const { dataDir, databaseUrl, secrets } = configuration
  await requireReplaceable(configuration, mayReplace)
  await onProgress('Checking the backup ...')
  const archive = await unpackArchive(file, { folder: dataDir, secrets })
  const { copy, manifest } = archive
  try {
    await requireIntact(archive, { secrets, keys, hasNewSecret })
    await migrateToLatest(copy.db)
    if (hasNewSecret) await copy.db.deleteFrom('site_secret').execute()
    await recordRestore(copy.db, configuration, manifest)
    const { seq, hash } = await readLastEvent(copy.db)
    await copy.finish()
    await onProgress(`Storing the files of ${manifest.releases.count} releases ...`)
    const releases = await useSnapshot(openSqliteSnapshot(copy.file), listStoredReleases)
    await restoreFiles(file, configuration, { releases, signal })
    await onProgress('Replacing the database ...')
    signal?.throwIfAborted()
    await requireReplaceable(configuration, mayReplace) // a server may have started in the meantime
    if (databaseUrl === null) await replaceSqlite(copy, dataDir)
    else await useSnapshot(openSqliteSnapshot(copy.file), (from) => replacePostgres(from, databaseUrl))
    replaceRecordedHead(dataDir, { seq, hash })
    return manifest
  } finally {
    await copy.discard()
  }
}

async function requireIntact(
  archive: UnpackedArchive,
  {
    secrets,
    keys,
    hasNewSecret,
  }: Pick<Configuration, 'secrets'> & Required<Pick<RestoreOptions, 'keys' | 'hasNewSecret'>>,
): Promise<void> {
  if (!archive.isSigned && !hasNewSecret)
    throw new DamagedDataError(
      `${wrongSecret} If it is lost, add --new-secret. It is then impossible to tell whether the backup was changed.`,
    )
  const trusted = [...toKeys(secrets), ...keys, ...(hasNewSecret ? [archive.key] : [])]
  const problems = await findProblems(archive, trusted)
  if (problems.length > 0)
    throw new DamagedDataError(`The backup is damaged. ${problems.join(' ')} Use another one.`)
}

/** The log records that newer events are gone, and which one this machine had seen. */
async function recordRestore(
  db: Db,
  { dataDir, secret }: SiteConfiguration,
  { createdAt, audit }: Manifest,
): Promise<void> {
  const { seq, hash } = readRecordedHead(dataDir)
  const event = { what: 'site.restore', before: { seq, hash }, after: { createdAt, ...audit } }
  await appendEvents(db, [event], { at: Date.now(), by: systemActors.admin, revision: null, secret })
}

export const restore: DataCommand = {
  usage: 'restore <file> [--replace] [--new-secret] [--key <key>]',
  summary: 'checks a backup, then restores it while no server runs',
  maxArguments: 1,
  notes: [
    '--replace            replaces the data in the database',
    '--new-secret         accepts a backup made with another SITE_SECRET, if that one is lost',
    keyNote,
    'Visitors have to log in again. Release tokens that were revoked after the backup are valid again: revoke them.',
  ],
  flags: { replace: { type: 'boolean' }, 'new-secret': { type: 'boolean' }, ...keyFlag },
  async run(context) {
    const { environment, flags, folder, program, progress, signal } = context
    const file = getFile(context)
    const hasNewSecret = flags['new-secret'] === true
    const configuration =
      hasNewSecret && !hasSecret(context)
        ? readConfiguration(environment, folder)
        : readSiteConfiguration(context)
    const manifest = await restoreSite(configuration, {
      file,
      mayReplace: flags.replace === true,
      hasNewSecret,
      keys: getKeys(context),
      onProgress: progress,
      signal,
    })
    const text = [
      `Restored the site to its state at ${manifest.createdAt}. Start the server, then run \`${program} verify\`.`,
      'Visitors have to log in again. Revoke again the release tokens that were revoked after the backup, and delete audit-head.json in the DATA_DIR of every other server.',
    ].join('\n')
    return { json: { restored: manifest }, text }
  },
}
