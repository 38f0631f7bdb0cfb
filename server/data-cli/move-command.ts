import { formatCount } from '@portico/kit/format.ts'
import { getFlag } from '@portico/protocol/command-line/command.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { move as moveSite } from './commands/move.ts'
import type { DataCommand } from './data-command.ts'
import { readSiteConfiguration } from './read-site-configuration.ts'

/** `move`: a site to another database or store. */
export const move: DataCommand = {
  usage: 'move [--to-database <url>|sqlite] [--to-store <s3 url>|folder] [--prepare] [--replace]',
  summary: 'copies a site to another database, another store, or both, while no server runs',
  maxArguments: 0,
  notes: [
    '--to-database <url>  postgres://user:password@host/name, or sqlite for the file in DATA_DIR;',
    '                     to keep it out of the process list, set TO_DATABASE_URL',
    '--to-store <s3 url>  s3://bucket/prefix with the AWS_ variables, or folder for the one in DATA_DIR',
    '--prepare            copies files only, while the site runs, so that the move takes less time',
    '--replace            replaces the data in the target database',
    'Deletes nothing from the old location.',
  ],
  flags: {
    'to-database': { type: 'string', shape: /^(?:postgres(?:ql)?:\/\/|sqlite$)/ },
    'to-store': { type: 'string', shape: /^(?:s3:\/\/|folder$)/ },
    prepare: { type: 'boolean' },
    replace: { type: 'boolean' },
  },
  async run(context) {
    const { environment, flags, folder, program, progress, signal } = context
    const from = readSiteConfiguration(context)
    const database = getFlag(context, 'to-database') ?? environment.TO_DATABASE_URL
    const store = getFlag(context, 'to-store')
    const to = readConfiguration(
      {
        ...environment,
        ...(database !== undefined && { DATABASE_URL: database === 'sqlite' ? undefined : database }),
        ...(store !== undefined && { RELEASE_STORE: store === 'folder' ? undefined : store }),
      },
      folder,
    )
    const isPreparation = flags.prepare === true
    const moved = await moveSite(from, {
      to,
      isPreparation,
      mayReplace: flags.replace === true,
      onProgress: progress,
      signal,
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
      : `Start the server with ${settings.join(' and ')}, then run \`${program} verify\`. The data in the old location is still there.`
    return { json: { moved }, text: `${what} ${next}` }
  },
}
