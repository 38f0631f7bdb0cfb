import { readConfiguration } from '../configuration/configuration.ts'
import { restore as restoreSite } from './commands/restore.ts'
import { type DataCommand, getFile, getKeys, keyFlag, keyNote } from './data-command.ts'
import { hasSecret, readSiteConfiguration } from './read-site-configuration.ts'

/** `restore`: a site from a backup. */
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
