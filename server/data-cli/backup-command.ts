import { formatCount } from '@portico/kit/format.ts'
import { backUp } from './commands/backup.ts'
import { type DataCommand, getFile } from './data-command.ts'
import { readSiteConfiguration } from './read-site-configuration.ts'

/** `backup`: the site in one file. */
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
