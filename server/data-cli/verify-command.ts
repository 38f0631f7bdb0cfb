import { formatCount } from '@portico/kit/format.ts'
import { type CommandResult, exitCodes } from '@portico/protocol/command-line/command.ts'
import { type Verification, verifyArchive, verifySite } from './commands/verify.ts'
import { type DataCommand, getFile, getKeys, keyFlag, keyNote } from './data-command.ts'
import { hasSecret, readSiteConfiguration } from './read-site-configuration.ts'

/** `verify`: whether a site, or a backup, is complete and unchanged. */
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
