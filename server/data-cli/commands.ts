import type { ParseArgsOptionsConfig } from 'node:util'

/** One command of `npm run data`, as help shows it. */
interface Command {
  readonly usage: string
  readonly summary: string
  readonly notes: readonly string[]
  readonly flags: ParseArgsOptionsConfig
  /** How many arguments it takes. */
  readonly args: readonly [min: number, max: number]
}

/** Flag of the commands that verify the audit log. */
const keyFlag = { key: { type: 'string' } } as const
const keyNote =
  '--key <key>          also trusts this key for the audit log; several with commas, if SITE_SECRET has changed'

/** Every command. */
export const commands = {
  backup: {
    usage: 'backup <file> [--force] [--allow-damage]',
    summary: 'writes everything the site needs into one file, while the site runs',
    notes: [
      '--force              replaces the file if it exists',
      '--allow-damage       skips releases whose files are missing or damaged',
      'Excludes SITE_SECRET, the admin token and sessions. Contains email addresses and password hashes: encrypt it.',
    ],
    flags: { force: { type: 'boolean' }, 'allow-damage': { type: 'boolean' } },
    args: [1, 1],
  },
  restore: {
    usage: 'restore <file> [--replace] [--new-secret] [--key <key>]',
    summary: 'checks a backup, then restores it while no server runs',
    notes: [
      '--replace            replaces the data in the database',
      '--new-secret         accepts a backup made with another SITE_SECRET, if that one is lost',
      keyNote,
      'Visitors have to log in again. Release tokens that were revoked after the backup are valid again: revoke them.',
    ],
    flags: { replace: { type: 'boolean' }, 'new-secret': { type: 'boolean' }, ...keyFlag },
    args: [1, 1],
  },
  verify: {
    usage: 'verify [<file>] [--key <key>]',
    summary: 'checks the data of the site, while it runs, or a backup; exits with 3 if anything is wrong',
    notes: [keyNote],
    flags: keyFlag,
    args: [0, 1],
  },
  move: {
    usage: 'move [--to-database <url>|sqlite] [--to-store <s3 url>|folder] [--prepare] [--replace]',
    summary: 'copies a site to another database, another store, or both, while no server runs',
    notes: [
      '--to-database <url>  postgres://user:password@host/name, or sqlite for the file in DATA_DIR;',
      '                     to keep it out of the process list, set TO_DATABASE_URL',
      '--to-store <s3 url>  s3://bucket/prefix with the AWS_ variables, or folder for the one in DATA_DIR',
      '--prepare            copies files only, while the site runs, so that the move takes less time',
      '--replace            replaces the data in the target database',
      'Deletes nothing from the old location.',
    ],
    flags: {
      'to-database': { type: 'string' },
      'to-store': { type: 'string' },
      prepare: { type: 'boolean' },
      replace: { type: 'boolean' },
    },
    args: [0, 0],
  },
} as const satisfies Readonly<Record<string, Command>>

/** The name of a command. */
export type CommandName = keyof typeof commands

/** Whether a text is the name of a command. */
export function isCommandName(name: string | undefined): name is CommandName {
  return name !== undefined && Object.hasOwn(commands, name)
}

/** Help for all commands. */
export function formatHelp(program: string): string {
  return [
    'Backs up, restores, verifies and moves the data of a site.',
    '',
    `Usage: ${program} <command> [--json]`,
    '',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(8)} ${summary}`),
    '',
    'Run a command with --help to see its arguments and flags. The environment is that of the server: DATA_DIR,',
    'DATABASE_URL, RELEASE_STORE, SITE_SECRET. Guide: docs/guides/back-up-and-move.md',
    'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 damaged data.',
  ].join('\n')
}

/** Help for one command. */
export function formatCommandHelp(program: string, name: CommandName): string {
  const { usage, summary, notes } = commands[name]
  return [`${program} ${usage} [--json]`, '', `  ${summary}`, ...notes.map((note) => `  ${note}`)].join('\n')
}
