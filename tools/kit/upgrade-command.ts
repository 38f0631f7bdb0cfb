import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getContractSupport } from '@portico/kit/contract/contract-version.ts'
import { UsageError } from '@portico/protocol/command-line/command.ts'
import { getAddCommand } from '../build/describe-packages.ts'
import type { Command } from '../release-cli/command.ts'
import { CommandFailed, runCommand } from '../system/run-command.ts'
import { findNewestKit } from './newest-kit.ts'
import {
  findSiteOrigin,
  formerKitPackage,
  getKitUrl,
  type Kit,
  kitFolder,
  kitPackage,
  readDependencies,
  readKit,
} from './read-kit.ts'
import { renameImports } from './rename-imports.ts'

/** A kit, and the modules that a remote may import from it, without their endings. */
interface InstalledKit extends Kit {
  readonly modules: readonly string[]
}

/** `upgrade`: installs the newest kit of the site. */
export const upgrade: Command = {
  usage: 'upgrade',
  summary: 'installs the newest kit of the site and says what changed',
  maxArguments: 0,
  async run(context) {
    const root = process.cwd()
    const site = context.address()
    const before = readInstalledKit(kitFolder)
    const newest = await findNewestKit(site)
    const renamed = renameImports(root)
    const names = renamed.map(({ file }) => file)
    if (formerKitPackage in readDependencies(root)) names.unshift('package.json')
    if (newest === before.id && names.length === 0)
      return { json: { id: newest, changes: [] }, text: `The kit ${newest} is the newest of ${site}.` }
    context.progress(`Installing the kit ${newest} ...`)
    await install(root, { site, id: newest })
    for (const { file, text } of renamed) writeFileSync(join(root, file), text)
    const changes = describeChanges(before, readInstalledKit(join(root, 'node_modules', kitPackage)))
    if (names.length > 0)
      changes.unshift(
        `The kit is called ${kitPackage} now (was ${formerKitPackage}). Renamed in: ${names.join(', ')}.`,
      )
    return {
      json: { id: newest, changes },
      text: [
        `Installed the kit ${newest} of ${site} (was ${before.id}).`,
        ...changes,
        'Run `npx --no-install portico test`.',
      ].join('\n'),
    }
  },
}

/**
 * Installs a kit from where the repository has its own: from a site, or from a registry, where its id is its version. npm
 * removes a kit with the former name at the same time: afterwards, it would remove the program of both.
 */
async function install(root: string, { site, id }: { site: string; id: string }): Promise<void> {
  const isOfSite = findSiteOrigin(root) !== undefined
  const source = isOfSite ? getKitUrl(site, id) : id
  const [manager, ...add] = getAddCommand(root)
  const run = (program: string, ...args: string[]) =>
    runCommand(program, args, { cwd: root, output: 'return' })
  const file = join(root, 'package.json')
  const before = readFileSync(file)
  try {
    if (formerKitPackage in readDependencies(root))
      await run('npm', 'pkg', 'delete', `dependencies.${formerKitPackage}`)
    await run(manager, ...add, `${kitPackage}@${source}`)
  } catch (error) {
    writeFileSync(file, before)
    if (!(error instanceof CommandFailed)) throw error
    if (isOfSite || !/\b(?:ETARGET|E404|ERR_PNPM_(?:NO_MATCHING_VERSION|FETCH_404))\b/.test(error.output))
      throw new Error(`${manager} could not install the kit:\n${error.output.trim()}`, { cause: error })
    throw new UsageError(
      `Your registry does not have the kit ${id} yet. Publish it there, then upgrade again: npm publish ${getKitUrl(site, id)}`,
    )
  }
}

function readInstalledKit(folder: string): InstalledKit {
  const shared = join(folder, 'shared/kit')
  const modules = readdirSync(existsSync(shared) ? shared : dirname(shared), {
    recursive: true,
    encoding: 'utf8',
  })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(?:d\.ts|css)$/.test(file) && !file.startsWith('rollout/'))
  return { ...readKit(folder), modules: modules.map((file) => file.replace(/\.d\.ts$/, '')) }
}

function isSupported(before: Kit, after: Kit): boolean {
  return getContractSupport(before.contractVersion, after.contractVersion) !== 'ended'
}

/** What another kit changes for a remote. */
export function describeChanges(before: InstalledKit, after: InstalledKit): string[] {
  const contract =
    before.contractVersion === after.contractVersion
      ? []
      : [
          `The contract changed from version ${before.contractVersion} to ${after.contractVersion}: see docs/contract/${after.contractVersion}.md in node_modules/${kitPackage}. A remote for version ${before.contractVersion} ${isSupported(before, after) ? 'is accepted until the next one' : 'is no longer accepted'}.`,
        ]
  const names = [...new Set([...Object.keys(before.provides), ...Object.keys(after.provides)])]
  const removed = before.modules.filter((name) => !after.modules.includes(name)).toSorted()
  return [
    ...contract,
    ...removed.map((name) => `${kitPackage}/${name} is no longer in the kit.`),
    ...names
      .filter((name) => before.provides[name] !== after.provides[name])
      .map((name) => describeProvided(name, before.provides[name], after.provides[name])),
  ]
}

function describeProvided(name: string, before: string | undefined, after: string | undefined): string {
  if (after === undefined) return `The shell no longer provides ${name} (was ${before}).`
  return `The shell now provides ${name} ${after}${before === undefined ? '' : ` (was ${before})`}.`
}
