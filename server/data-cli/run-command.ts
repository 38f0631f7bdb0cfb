import { resolve } from 'node:path'
import { formatCount } from '@portico/shared/format.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { backUp } from './commands/backup.ts'
import { move } from './commands/move.ts'
import { restore } from './commands/restore.ts'
import { type Verification, verifyArchive, verifySite } from './commands/verify.ts'
import type { CommandName } from './commands.ts'
import { hasSecret, readSiteConfiguration } from './read-site-configuration.ts'
import type { Terminal } from './terminal.ts'

interface Given {
  readonly args: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
}

/** What a command prints. */
export interface CommandOutcome {
  /** For `--json`. */
  readonly json: unknown
  /** For people. */
  readonly text: string
  readonly isDamaged?: boolean
}

const runners: Readonly<Record<CommandName, (given: Given, terminal: Terminal) => Promise<CommandOutcome>>> =
  { backup: runBackup, restore: runRestore, verify: runVerify, move: runMove }

/** Runs one command. */
export function runCommand(name: CommandName, given: Given, terminal: Terminal): Promise<CommandOutcome> {
  return runners[name](given, terminal)
}

async function runBackup({ args, flags }: Given, terminal: Terminal): Promise<CommandOutcome> {
  const backup = await backUp(readSiteConfiguration(terminal), {
    file: resolveFile(args, terminal),
    mayReplace: flags.force === true,
    allowsDamage: flags['allow-damage'] === true,
    onProgress: terminal.printError,
    ...toSignal(terminal),
  })
  const { releases, tables, missing } = backup.manifest
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const text = [
    `${backup.file}: ${formatSize(backup.bytes)}, ${formatCount(rows, 'row')}, ${formatCount(releases.count, 'release')} with ${formatCount(releases.files, 'file')}.`,
    ...missing.map((reason) => `Left out: ${reason}`),
    'Store SITE_SECRET (or DATA_DIR/site-secret) separately: you need it for a complete restore.',
  ].join('\n')
  return { json: backup, text }
}

async function runRestore({ args, flags }: Given, terminal: Terminal): Promise<CommandOutcome> {
  const hasNewSecret = flags['new-secret'] === true
  const configuration =
    hasNewSecret && !hasSecret(terminal)
      ? readConfiguration(terminal.environment, terminal.folder)
      : readSiteConfiguration(terminal)
  const manifest = await restore(configuration, {
    file: resolveFile(args, terminal),
    mayReplace: flags.replace === true,
    hasNewSecret,
    keys: getKeys(flags),
    onProgress: terminal.printError,
    ...toSignal(terminal),
  })
  const text = [
    `Restored the site to its state at ${manifest.createdAt}. Start the server, then run \`${terminal.program} verify\`.`,
    'Visitors have to log in again. Revoke again the release tokens that were revoked after the backup, and delete audit-head.json in the DATA_DIR of every other server.',
  ].join('\n')
  return { json: { restored: manifest }, text }
}

async function runVerify({ args, flags }: Given, terminal: Terminal): Promise<CommandOutcome> {
  const keys = getKeys(flags)
  if (args.length === 0) {
    const found = await verifySite(readSiteConfiguration(terminal), { keys })
    return toOutcome(found, [])
  }
  const secrets = hasSecret(terminal) ? readSiteConfiguration(terminal).secrets : []
  const found = await verifyArchive(resolveFile(args, terminal), { secrets, keys })
  const note = found.isSigned
    ? `The backup of ${found.manifest.createdAt} is signed with the site's secret.`
    : `The backup is of ${found.manifest.createdAt}. Without the site's secret it is impossible to tell whether it was changed: set SITE_SECRET.`
  return toOutcome(found, [note, ...found.manifest.missing.map((reason) => `Left out: ${reason}`)])
}

function toOutcome(found: Verification, notes: readonly string[]): CommandOutcome {
  const { problems, rows, tables, releases, files } = found
  const checked = `Checked ${formatCount(rows, 'row')} in ${formatCount(tables, 'table')} and ${formatCount(files, 'file')} of ${formatCount(releases, 'release')}.`
  const result = problems.length === 0 ? ['No problems.'] : problems
  return { json: found, text: [checked, ...notes, ...result].join('\n'), isDamaged: problems.length > 0 }
}

async function runMove({ flags }: Given, terminal: Terminal): Promise<CommandOutcome> {
  const from = readSiteConfiguration(terminal)
  const { environment, folder } = terminal
  const database = getText(flags, 'to-database') ?? environment.TO_DATABASE_URL
  const store = getText(flags, 'to-store')
  const to = readConfiguration(
    {
      ...environment,
      ...(database !== undefined && { DATABASE_URL: database === 'sqlite' ? undefined : database }),
      ...(store !== undefined && { RELEASE_STORE: store === 'folder' ? undefined : store }),
    },
    folder,
  )
  const isPreparation = flags.prepare === true
  const moved = await move(from, {
    to,
    isPreparation,
    mayReplace: flags.replace === true,
    onProgress: terminal.printError,
    ...toSignal(terminal),
  })
  const settings = [
    database === undefined
      ? null
      : `DATABASE_URL ${to.databaseUrl === null ? 'unset' : 'set to the new database'}`,
    store === undefined ? null : `RELEASE_STORE ${to.releaseStore === null ? 'unset' : `set to ${store}`}`,
  ].filter((setting) => setting !== null)
  const what = `Copied ${moved.database ? 'the database and ' : ''}${formatCount(moved.releases, 'release')}.`
  const next = isPreparation
    ? 'Stop every server, then move again without --prepare.'
    : `Start the server with ${settings.join(' and ')}, then run \`${terminal.program} verify\`. The data in the old location is still there.`
  return { json: { moved }, text: `${what} ${next}` }
}

function resolveFile([file = '']: readonly string[], { callerFolder }: Terminal): string {
  return resolve(callerFolder, file)
}

function toSignal({ signal }: Terminal): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal }
}

function getText(flags: Given['flags'], name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}

function getKeys(flags: Given['flags']): readonly string[] {
  return (
    getText(flags, 'key')
      ?.split(',')
      .map((key) => key.trim()) ?? []
  )
}

function formatSize(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024
  return mebibytes < 1 ? `${Math.ceil(bytes / 1024)} KiB` : `${mebibytes.toFixed(1)} MiB`
}
