import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatCount } from '@portico/kit/format.ts'
import { type CommandResult, exitCodes } from '@portico/protocol/command-line/command.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import { readRecordedHead } from '../../releases/changes/audit-head.ts'
import { deriveAuditKey } from '../../releases/changes/audit-key.ts'
import { openReleaseStore } from '../../releases/storage/open-release-store.ts'
import type { Manifest } from '../archive/manifest.ts'
import { type UnpackedArchive, unpackArchive } from '../archive/unpack-archive.ts'
import { checkDatabase } from '../check-database.ts'
import { type DataCommand, getFile, getKeys, keyFlag, keyNote } from '../data-command.ts'
import { openSiteSnapshot } from '../database/data-location.ts'
import { copyToSqlite } from '../database/replace-database.ts'
import { listTables, useSnapshot } from '../database/snapshot.ts'
import { openSqliteSnapshot } from '../database/sqlite-snapshot.ts'
import { hasSecret, readSiteConfiguration } from '../read-site-configuration.ts'
import { findDamage, listStoredReleases } from '../stored-releases.ts'

interface VerifyOptions {
  /** Further public keys that have signed the audit log, from earlier secrets. */
  readonly keys?: readonly string[]
}

export interface Verification {
  /** Empty: everything is in order. */
  readonly problems: readonly string[]
  readonly tables: number
  readonly rows: number
  readonly releases: number
  readonly files: number
}

type SiteConfiguration = Pick<Configuration, 'databaseUrl' | 'dataDir' | 'releaseStore' | 'secrets'>

/** Checks a site's data while it runs: references, the audit log, and every file of every release. */
export async function verifySite(
  configuration: SiteConfiguration,
  { keys = [] }: VerifyOptions = {},
): Promise<Verification> {
  const { dataDir, secrets } = configuration
  return withTemporaryFolder(async (folder) => {
    const head = readRecordedHead(dataDir) // before the events, so that they include any written in between
    const copy = await useSnapshot(openSiteSnapshot(configuration), (from) => copyToSqlite(from, folder))
    try {
      const known = head.seq > 0 ? [head] : []
      const problems = [...(await checkDatabase(copy.db, { keys: [...toKeys(secrets), ...keys], known }))]
      const copied = await openSqliteSnapshot(copy.file)
      const releases = await listStoredReleases(copied)
      const store = openReleaseStore(configuration)
      let files = 0
      for (const release of releases) {
        const damage = findDamage(release, await store.readAll(release))
        if (damage !== null && !(await wasCollected(configuration, release))) problems.push(damage)
        files += Object.keys(release.files).length
      }
      let rows = 0
      const tables = listTables(copied)
      for (const table of tables) for await (const found of copied.readRows(table)) rows += found.length
      await copied.close()
      return { problems, tables: tables.length, rows, releases: releases.length, files }
    } finally {
      await copy.discard()
    }
  })
}

/** Checks a backup without changing anything: that it is complete, unchanged, and that a restore would accept it. */
export async function verifyArchive(
  file: string,
  { secrets, keys = [] }: VerifyOptions & { readonly secrets: readonly string[] },
): Promise<Verification & { readonly manifest: Manifest; readonly isSigned: boolean }> {
  return withTemporaryFolder(async (folder) => {
    const archive = await unpackArchive(file, { folder, secrets })
    try {
      const problems = await findProblems(archive, [...toKeys(secrets), ...keys])
      const { manifest, isSigned } = archive
      if (!isSigned && secrets.length > 0) problems.unshift(wrongSecret)
      const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
      return {
        problems,
        isSigned,
        manifest,
        tables: Object.keys(manifest.tables).length,
        rows,
        releases: manifest.releases.count,
        files: manifest.releases.files,
      }
    } finally {
      await archive.copy.discard()
    }
  })
}

/** Why an archive can't be trusted that no secret of the site has signed. */
export const wrongSecret =
  'The backup was signed with another secret: it is from another site, or was changed. Set SITE_SECRET to that of the site when the backup was made.'

/** What is wrong with the content of a complete archive. Without keys the audit log isn't checked. */
export async function findProblems(
  { copy, manifest, records }: UnpackedArchive,
  keys: readonly string[],
): Promise<string[]> {
  const { seq, hash } = manifest.audit
  const problems = [...(await checkDatabase(copy.db, { keys, known: seq > 0 ? [{ seq, hash }] : [] }))]
  const releases = await useSnapshot(openSqliteSnapshot(copy.file), listStoredReleases)
  for (const { app, id, record } of releases) {
    const isKnownMissing = manifest.missing.some((reason) => reason.startsWith(`${app}@${id}:`))
    if (records.get(`${app}/${id}`) !== record && !isKnownMissing)
      problems.push(`${app}@${id}: its files are not in the backup.`)
  }
  return problems
}

/** The public keys of secrets. */
export function toKeys(secrets: readonly string[]): string[] {
  return secrets.map((secret) => deriveAuditKey(secret).publicKey)
}

/** Whether the files of a release were collected since it was listed. */
async function wasCollected(
  configuration: SiteConfiguration,
  { app, id }: { readonly app: string; readonly id: string },
): Promise<boolean> {
  const now = await useSnapshot(openSiteSnapshot(configuration), listStoredReleases)
  return !now.some((release) => release.app === app && release.id === id)
}

async function withTemporaryFolder<T>(task: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-data-'))
  try {
    return await task(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const verify: DataCommand = {
  usage: 'verify [<file>] [--key <key>]',
  summary: 'checks the data of the site, while it runs, or a backup; exits with 3 if anything is wrong',
  maxArguments: 1,
  notes: [keyNote],
  flags: keyFlag,
  async run(context) {
    const keys = getKeys(context)
    if (context.args.length === 0)
      return toResult(await verifySite(readSiteConfiguration(context), { keys }), [])
    const secrets = hasSecret(context) ? readSiteConfiguration(context).secrets : []
    const found = await verifyArchive(getFile(context), { secrets, keys })
    const note = found.isSigned
      ? `The backup of ${found.manifest.createdAt} is signed with the site's secret.`
      : `The backup is of ${found.manifest.createdAt}. Without the site's secret it is impossible to tell whether it was changed: set SITE_SECRET.`
    return toResult(found, [note, ...found.manifest.missing.map((reason) => `Left out: ${reason}`)])
  },
}

function toResult(found: Verification, notes: readonly string[]): CommandResult {
  const { problems, rows, tables, releases, files } = found
  const checked = `Checked ${formatCount(rows, 'row')} in ${formatCount(tables, 'table')} and ${formatCount(files, 'file')} of ${formatCount(releases, 'release')}.`
  const isSound = problems.length === 0
  return {
    json: found,
    text: [checked, ...notes, ...(isSound ? ['No problems.'] : problems)].join('\n'),
    exitCode: isSound ? exitCodes.ok : exitCodes.damagedData,
  }
}
