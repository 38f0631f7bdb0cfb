import { join } from 'node:path'
import { getContractSupport } from '@portico/shared/contract/contract-version.ts'
import type { Command } from '../release-cli/command.ts'
import { runCommand } from '../system/run-command.ts'
import { findNewestKit } from './newest-kit.ts'
import { getKitUrl, type Kit, kitPackage, readKit } from './read-kit.ts'

/** `upgrade`: installs the newest kit of the site. */
export const upgrade: Command = {
  usage: 'upgrade',
  summary: 'installs the newest kit of the site and says what changed',
  maxArguments: 0,
  async run(context) {
    const root = process.cwd()
    const site = context.address()
    const before = readKit()
    const newest = await findNewestKit(site)
    if (newest === before.id)
      return { json: { id: newest, changes: [] }, text: `The kit ${newest} is the newest of ${site}.` }
    context.progress(`Installing the kit ${newest} ...`)
    const args = [
      'install',
      '--save-exact',
      '--no-audit',
      '--no-fund',
      `${kitPackage}@${getKitUrl(site, newest)}`,
    ]
    await runCommand('npm', args, { cwd: root, output: 'capture' })
    const changes = describeChanges(before, readKit(join(root, 'node_modules', kitPackage)))
    return {
      json: { id: newest, changes },
      text: [`Upgraded the kit from ${before.id} to ${newest}.`, ...changes, 'Run `npx portico test`.'].join(
        '\n',
      ),
    }
  },
}

function isSupported(before: Kit, after: Kit): boolean {
  return getContractSupport(before.contractVersion, after.contractVersion) !== 'ended'
}

/** What another kit changes for a remote. */
export function describeChanges(before: Kit, after: Kit): string[] {
  const contract =
    before.contractVersion === after.contractVersion
      ? []
      : [
          `The contract is version ${after.contractVersion} now, before ${before.contractVersion}: see docs/contract/${after.contractVersion}.md in node_modules/${kitPackage}. A remote for version ${before.contractVersion} ${isSupported(before, after) ? 'is accepted until the next one' : 'is not accepted any more'}.`,
        ]
  const names = [...new Set([...Object.keys(before.provides), ...Object.keys(after.provides)])]
  return [
    ...contract,
    ...names
      .filter((name) => before.provides[name] !== after.provides[name])
      .map(
        (name) =>
          `The shell provides ${name} ${after.provides[name] ?? 'no longer'}, before ${before.provides[name] ?? 'not'}.`,
      ),
  ]
}
