import { formatCount } from '@portico/kit/format.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import { entryNames, formatVersion, type Manifest, signManifest } from '../archive/manifest.ts'
import { openArchiveWriter } from '../archive/open-archive-writer.ts'
import { createReleaseWriter, writeDatabase, writeKits } from '../archive/write-archive.ts'
import { type DataCommand, getFile, type Running } from '../data-command.ts'
import { DamagedDataError } from '../data-error.ts'
import { openSiteSnapshot } from '../database/data-location.ts'
import { useSnapshot } from '../database/snapshot.ts'
import { readSiteConfiguration } from '../read-site-configuration.ts'
import { listStoredReleases } from '../stored-releases.ts'

interface BackupOptions extends Running {
  readonly file: string
  readonly mayReplace?: boolean
  /** Whether to back up a site with damaged releases, which are skipped. */
  readonly allowsDamage?: boolean
}

/**
 * Writes a backup while the site runs. Files come first, then the database at one moment, then the files of releases
 * published in between. Releases deleted in the meantime are no longer in the database by then, so nothing is missing.
 * Throws a DamagedDataError otherwise.
 */
export async function backUp(
  configuration: Pick<Configuration, 'databaseUrl' | 'dataDir' | 'releaseStore' | 'secret'>,
  { file, mayReplace = false, allowsDamage = false, signal, onProgress = () => {} }: BackupOptions,
) {
  const listed = await useSnapshot(openSiteSnapshot(configuration), listStoredReleases)
  const archive = await openArchiveWriter(file, mayReplace)
  try {
    const head = { format: formatVersion, createdAt: new Date().toISOString() }
    await archive.add(entryNames.head, JSON.stringify(head))
    const releases = createReleaseWriter(configuration, archive)
    await onProgress(`Copying the files of ${listed.length} releases ...`)
    for (const release of listed) {
      signal?.throwIfAborted()
      await releases.add(release)
    }
    const kits = await writeKits(configuration, archive)
    await onProgress('Copying the database ...')
    const createdAt = new Date().toISOString()
    const missing: string[] = []
    return await useSnapshot(openSiteSnapshot(configuration), async (snapshot) => {
      for (const release of await listStoredReleases(snapshot)) {
        const damage = await releases.add(release)
        if (damage !== null) missing.push(damage)
      }
      if (missing.length > 0 && !allowsDamage) throw createDamageError(missing)
      signal?.throwIfAborted()
      const database = await writeDatabase(snapshot, archive)
      const manifest: Manifest = {
        format: formatVersion,
        createdAt,
        sha256: archive.getHash(),
        ...database,
        releases: releases.getCounts(),
        missing,
        kits,
      }
      const text = JSON.stringify(manifest)
      await archive.add(entryNames.manifest, text)
      await archive.add(entryNames.signature, signManifest(text, configuration.secret))
      signal?.throwIfAborted()
      return { file, bytes: await archive.commit(), manifest }
    })
  } finally {
    await archive.discard()
  }
}

function createDamageError(missing: readonly string[]): DamagedDataError {
  return new DamagedDataError(
    `The stored files are damaged. ${missing.join(' ')} Publish the same builds again, or back up everything else with --allow-damage.`,
  )
}

export const backup: DataCommand = {
  usage: 'backup <file> [--force] [--allow-damage]',
  summary: 'writes everything the site needs into one file, while the site runs',
  maxArguments: 1,
  notes: [
    '--force              replaces the file if it exists',
    '--allow-damage       skips releases whose files are missing or damaged',
    'Excludes SITE_SECRET, the admin token and sessions. Contains email addresses and password hashes: encrypt it.',
  ],
  flags: { force: { type: 'boolean' }, 'allow-damage': { type: 'boolean' } },
  async run(context) {
    const { flags, progress, signal } = context
    const file = getFile(context)
    const written = await backUp(readSiteConfiguration(context), {
      file,
      mayReplace: flags.force === true,
      allowsDamage: flags['allow-damage'] === true,
      onProgress: progress,
      signal,
    })
    const { releases, tables, missing } = written.manifest
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
    const text = [
      `${written.file}: ${formatSize(written.bytes)}, ${formatCount(rows, 'row')}, ${formatCount(releases.count, 'release')} with ${formatCount(releases.files, 'file')}.`,
      ...missing.map((reason) => `Left out: ${reason}`),
      'Store SITE_SECRET (or DATA_DIR/site-secret) separately: you need it for a complete restore.',
    ].join('\n')
    return { json: written, text }
  },
}

function formatSize(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024
  return mebibytes < 1 ? `${Math.ceil(bytes / 1024)} KiB` : `${mebibytes.toFixed(1)} MiB`
}
