import { formatSupportedVersions, getContractSupport } from '@portico/kit/contract/contract-version.ts'
import type { DiscoveryDocument, ShellRelease } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId, type ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import { loadsApps, type ShellRecord } from '@portico/protocol/release/shell-record.ts'
import semver from 'semver'
import type { Db } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import type { Change } from '../changes/make-change.ts'
import { findReleaseRecord, findShellRecord, selectStored } from '../storage/release-repository.ts'

export const rebuildHint = 'Build again with the tools of this site.'

/** Why a release can't run in a shell, and how to build one that can. */
interface Incompatibility {
  readonly message: string
  readonly hint: string
}

/** The record of a shell in a document, such as the one that everyone gets; null: none is published. */
export async function readShell(
  db: Db,
  { shell }: { readonly shell: Pick<ShellRelease, 'version' | 'hash'> | null },
): Promise<ShellRecord | null> {
  return shell && findShellRecord(db, getReleaseId(shell))
}

/** The stable releases of all remotes that aren't turned off: what a shell has to run. */
export async function readLiveRemotes(
  db: Db,
  { remotes }: Pick<DiscoveryDocument, 'remotes'>,
): Promise<ReleaseRecord[]> {
  const live = Object.entries(remotes).filter(([, { off }]) => off === undefined)
  const records = live.map(([name, { stable }]) => findReleaseRecord(db, name, getReleaseId(stable)))
  return (await Promise.all(records)).filter((record) => record !== null)
}

/** Why these remotes can't run in `shell`; empty: they can. */
export function listRejections(remotes: readonly ReleaseRecord[], shell: ShellRecord | null): string[] {
  return remotes.flatMap((record) =>
    checkShellCompatibility(record, shell).flatMap(([, incompatibility]) =>
      incompatibility ? `${record.remote}@${getReleaseId(record)}: ${incompatibility.message}` : [],
    ),
  )
}

/** The document with what each of its shells can't run, so that no visitor gets a pair that doesn't fit. */
export async function markRejected(db: Db, document: DiscoveryDocument): Promise<DiscoveryDocument> {
  const { shell } = document
  if (shell === null) return document
  const found = Object.entries(document.remotes).flatMap(([name, { stable, fallback, canary }]) =>
    [stable, fallback, canary?.release].flatMap((release) =>
      release === undefined ? [] : findReleaseRecord(db, name, getReleaseId(release)),
    ),
  )
  const records = (await Promise.all(found)).filter((record) => record !== null)
  const mark = async ({ rejected: _, ...release }: ShellRelease): Promise<ShellRelease> => {
    const record = await readShell(db, { shell: release })
    const rejected = records.filter((remote) => listRejections([remote], record).length > 0)
    const ids = rejected.map((remote) => `${remote.remote}@${getReleaseId(remote)}`)
    return { ...release, ...(ids.length > 0 && { rejected: [...new Set(ids)] }) }
  }
  const { fallback, canary, ...stable } = shell
  const marked = canary && { canary: { ...canary, release: await mark(canary.release) } }
  return { ...document, shell: { ...(await mark(stable)), ...(fallback && { fallback }), ...marked } }
}

/** Whether a release can run in `shell`: every check, with its result. No shell runs a federated one. */
export function checkShellCompatibility(
  record: ReleaseRecord,
  shell: ShellRecord | null,
): (readonly [check: string, Incompatibility | null])[] {
  if (record.kind === 'federated') return []
  if (record.kind === 'app')
    return [
      ['exposed-modules', checkExposedApp(record)],
      ['protocol-version', shell === null || loadsApps(shell) ? null : olderShell],
    ]
  return [
    ['contract-version', checkContractVersion(record, shell)],
    ['exposed-modules', checkExposedModules(record)],
    ['shared-modules', checkSharedModules(record, shell)],
    ['federation-version', checkFederationVersion(record, shell)],
  ]
}

/**
 * Throws `release-incompatible` if a published release can't run in the live shell, or, if it is one of the shell, can't run every live
 * remote.
 */
export async function requireShellCompatibility(
  change: ChangeContext,
  app: string,
  id: string,
): Promise<void> {
  const incompatibilities = await findIncompatibilities(change, app, id)
  if (incompatibilities.length === 0) return
  throw new Problem('release-incompatible', {
    detail: `${app}@${id}: ${incompatibilities.join(' ')}`,
    hint:
      app === 'shell'
        ? 'Roll out releases of these remotes first that run in both shells, or turn the remotes off.'
        : 'Build it again with the newest kit, or name a release that was built for this shell. Or roll out the shell of that release first.',
  })
}

/** Those of these published releases that fit the live shell (or remotes) and whose files haven't been removed, in their order. */
export async function listCompatibleReleases(
  change: ChangeContext,
  app: string,
  ids: readonly string[],
): Promise<string[]> {
  const stored = await selectStored(change.trx, app).select('id').execute()
  const compatible: string[] = []
  for (const id of ids.filter((candidate) => stored.some((row) => row.id === candidate)))
    if ((await findIncompatibilities(change, app, id)).length === 0) compatible.push(id)
  return compatible
}

type ChangeContext = Pick<Change, 'trx' | 'document'>

/** Why a published release doesn't fit the live shell, or, if it is one of the shell, the live remotes; empty: it does. */
export async function findIncompatibilities(
  { trx, document }: ChangeContext,
  app: string,
  id: string,
): Promise<string[]> {
  if (app === 'shell')
    return listRejections(await readLiveRemotes(trx, document), await findShellRecord(trx, id))
  const record = await findReleaseRecord(trx, app, id)
  if (record === null) throw new Error(`Release ${app}@${id} was never published here.`)
  const shell = await readShell(trx, document)
  return checkShellCompatibility(record, shell).flatMap(
    ([, incompatibility]) => incompatibility?.message ?? [],
  )
}

const unknownShell: Incompatibility = {
  message: 'The live shell does not declare which modules it shares with remotes.',
  hint: 'Build the shell again and restart the site with it.',
}

const olderShell: Incompatibility = {
  message: 'The live shell does not load applications (`kind: app`).',
  hint: 'Roll out a shell that does first.',
}

function checkExposedApp({ app, exposes = [] }: ReleaseRecord): Incompatibility | null {
  if (app !== undefined && exposes.includes(app)) return null
  return {
    message: `Expected the exposed module ${app ?? 'of the application'}, got ${exposes.join(', ') || 'none'}.`,
    hint: 'Name the module that exports render and destroy as `app` in the manifest.',
  }
}

function checkContractVersion(
  { contractVersion }: ReleaseRecord,
  shell: ShellRecord | null,
): Incompatibility | null {
  const newest = shell?.contractVersion
  if (newest === undefined) return unknownShell
  const support = getContractSupport(contractVersion, newest)
  if (support === 'current' || support === 'ending') return null
  return {
    message: `Expected contract version ${formatSupportedVersions(newest)}, which the shell supports, got ${contractVersion}.`,
    hint:
      support === 'ended'
        ? `Run \`npx --no-install portico upgrade\`, change the remote as docs/contract/${newest}.md says, and write ${newest} as contractVersion in manifest.ts.`
        : 'The site has to be updated before this release can be published or started.',
  }
}

/**
 * A warning that the shell's next version drops the release's contract version; null: the release follows the newest.
 */
export function findEndingContract(
  { contractVersion }: Pick<ReleaseRecord, 'contractVersion'>,
  shell: Pick<ShellRecord, 'contractVersion'> | null,
): Incompatibility | null {
  const newest = shell?.contractVersion
  if (newest === undefined || getContractSupport(contractVersion, newest) !== 'ending') return null
  return {
    message: `Contract version ${contractVersion} is supported until version ${newest + 1}; the newest is ${newest}.`,
    hint: `Change the remote as docs/contract/${newest}.md says, and write ${newest} as contractVersion in manifest.ts.`,
  }
}

function checkExposedModules({ exposes }: ReleaseRecord): Incompatibility | null {
  const exposedModule = './remote'
  if (exposes?.includes(exposedModule)) return null
  return {
    message: `Expected the exposed module ${exposedModule}, got ${exposes?.join(', ') || 'none'}.`,
    hint: `Export the routes from remote.ts and build with the tools of this site, which expose it as ${exposedModule}.`,
  }
}

function checkSharedModules({ shared }: ReleaseRecord, shell: ShellRecord | null): Incompatibility | null {
  const provides = shell?.provides
  if (provides === undefined) return unknownShell
  if (shared === undefined)
    return { message: 'The release does not declare which modules it shares.', hint: rebuildHint }
  for (const [name, range] of Object.entries(shared)) {
    const version = provides[name]
    if (version === undefined)
      return {
        message: `${name}: the shell does not share this package.`,
        hint: `Bundle ${name} with the remote instead. The shell shares ${Object.keys(provides).join(', ')}.`,
      }
    if (semver.validRange(range) === null || !semver.satisfies(version, range))
      return {
        message: `${name}: expected a range that includes ${version}, which the shell shares, got ${range}.`,
        hint: `Install ${name}@${version} and build again, or have the site updated first.`,
      }
  }
  return null
}

function checkFederationVersion(
  { federationVersion }: ReleaseRecord,
  shell: ShellRecord | null,
): Incompatibility | null {
  const expected = shell?.federationVersion
  if (expected === undefined) return unknownShell
  if (federationVersion === expected) return null
  return {
    message: `Expected a container of Module Federation ${expected}, which the shell loads, got ${federationVersion}.`,
    hint: rebuildHint,
  }
}
