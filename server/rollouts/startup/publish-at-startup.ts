import { join } from 'node:path'
import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { getPlan } from '@portico/protocol/rollout/plans.ts'
import { getActiveRollout } from '@portico/protocol/rollout/rollout-state.ts'
import { systemActors } from '@portico/protocol/tokens/token-api.ts'
import { Problem } from '../../http/problems/errors.ts'
import { generateRolloutId, readDeployment } from '../../releases/changes/deployment-repository.ts'
import { type Change, makeChange } from '../../releases/changes/make-change.ts'
import { findReleaseConflict, type PathClaim } from '../../releases/compatibility/path-claims.ts'
import { type AccessSettings, findMissingAccess } from '../../releases/origins/remote-access.ts'
import { ensureLocal } from '../../releases/storage/ensure-local.ts'
import { getReleasePath, readFileIfExists } from '../../releases/storage/folder-store.ts'
import { type Build, getBuildName, parseBuild, readBuilds } from '../../releases/storage/read-builds.ts'
import { findStoredRecord, selectRelease } from '../../releases/storage/release-repository.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { InvalidBuildError } from '../../releases/storage/release-store.ts'
import { preferIntact } from '../../releases/storage/s3-store.ts'
import { publishRelease } from '../../releases/uploads/publish-release.ts'
import type { Release, ValidationContext } from '../../releases/uploads/validate-release.ts'
import { applyEvent } from '../control/apply-event.ts'
import { listMisfits } from '../control/list-obstacles.ts'
import {
  findNewerShell,
  getShellPlan,
  type PlanSettings,
  requireCompatibleRemotes,
} from './roll-out-shell.ts'

const actor = systemActors.startup

/**
 * Publishes every build in `folder` and rolls it out: remotes to everyone at once (the plan `now`), the shell with the plan of
 * SHELL_PLAN. Returns `<app>@<version>-<hash8>` of each. Publishing the same builds again changes nothing, and a release that was
 * already published keeps its bytes. Builds that are older than what visitors get, and remotes that don't run in every shell that they
 * get, are not rolled out; `onWarning` is called. Throws an InvalidBuildError, and shows visitors nothing new, if a build is invalid or
 * live remotes can't run in the shell.
 */
export async function publishAtStartup(
  folder: string,
  stores: ReleaseStorage,
  onWarning: (message: string) => void = () => {},
): Promise<string[]> {
  const builds = readBuilds(folder)
  const context = createContext(builds, stores.configuration)
  const published: Build[] = []
  for (const build of builds) published.push(await publishBuild(build, { folder, context, stores }))
  for (const build of published) {
    const missing = build.kind === 'remote' ? findMissingAccess(build.record, stores.configuration) : null
    if (missing !== null) onWarning(`${missing.message} Add ${missing.line} to REMOTE_ACCESS.`)
  }
  await makeChange(stores, actor, async (change) => {
    const before = change.document
    const newer = await findNewerShell(change, published)
    if (newer !== null) return onWarning(newer)
    // First the shell, in which the remotes have to run.
    const ordered = Map.groupBy(published, ({ kind }) => kind)
    for (const build of [...(ordered.get('shell') ?? []), ...(ordered.get('remote') ?? [])])
      await rollOut(change, build, { configuration: stores.configuration, onWarning })
    for (const build of published) await requirePaths(change, before, build)
    await requireCompatibleRemotes(change, before)
  })
  return published.map(getBuildName).map(({ app, id }) => `${app}@${id}`)
}

/** The site after this start: pages may move from one remote to another in the same start. */
function createContext(builds: readonly Build[], access: AccessSettings): ValidationContext {
  const shell = builds.find((build) => build.kind === 'shell')?.record ?? null
  const claims = builds.flatMap((build): PathClaim[] => {
    if (build.kind === 'shell') return []
    const { remote, team, pages } = build.record
    return [{ remote, team, state: 'stable', paths: pages.map(({ path }) => path) }]
  })
  const remotes = builds.flatMap(({ kind, record }) => (kind === 'remote' ? record : []))
  return { shell, remotes, claims, access }
}

interface StartupSources {
  readonly folder: string
  readonly context: ValidationContext
  readonly stores: ReleaseStorage
}

/** Publishes one build. Returns what visitors get under its name. */
async function publishBuild(build: Build, sources: StartupSources): Promise<Build> {
  const { stores, context } = sources
  const release = await findExisting(build, sources)
  try {
    await publishRelease(stores, release, { context, canReuseVersion: true, actor })
    return release.build
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause
    // Another server has published a different build under this name in the meantime: that one counts.
    if (cause.code === 'release-exists') return publishBuild(build, sources)
    const { app, id } = getBuildName(build)
    const { detail = '', hint = '' } = cause.details
    throw new InvalidBuildError(`${app}@${id} can't be published: ${detail} ${hint}`, { cause })
  }
}

/** The build, or the release that was published under its name before: a published name keeps its bytes. */
async function findExisting(build: Build, { folder, stores }: StartupSources): Promise<Release> {
  const name = getBuildName(build)
  const readBuilt = (file: string) => readFileIfExists(join(folder, name.app, file))
  const stored = await findStoredRecord(stores.db, name)
  if (stored === null) return { build, read: readBuilt }
  const existing = parseBuild(stored, { kind: build.kind, source: `${name.app}@${name.id}` })
  await ensureLocal(stores, name)
  const path = getReleasePath(stores.configuration.dataDir, name)
  const readStored = (file: string) => readFileIfExists(join(path, file))
  return { build: existing, read: preferIntact(readStored, readBuilt, existing.record) }
}

interface RolloutOptions {
  readonly configuration: PlanSettings
  readonly onWarning: (message: string) => void
}

/**
 * Rolls a build out, unless a team releases this remote itself, or the operator the shell: a start never undoes what they have
 * published, rolled out, cancelled, frozen or rolled back.
 */
async function rollOut(
  change: Change,
  build: Build,
  { configuration, onWarning }: RolloutOptions,
): Promise<void> {
  const { app: remote, id: to } = getBuildName(build)
  const deployment = await readDeployment(change.trx, remote, change.document)
  const { stable, frozen, quarantined, rollout } = deployment
  const wasCancelled = rollout?.to === to && rollout.status === 'cancelled'
  const isManaged =
    getActiveRollout(deployment) !== null || frozen !== null || to in quarantined || wasCancelled
  if (stable === to || isManaged || !(await isFromStartup(change, remote, stable))) return
  const misfits = build.kind === 'shell' ? [] : await listMisfits(change, { remote, id: to })
  if (misfits.length > 0)
    return onWarning(
      `${remote}@${to} is published, but not rolled out: it ${misfits.join(' ')} Start it when every visitor has a shell that can run it: \`start ${remote} ${to}\`.`,
    )
  const plan = build.kind === 'shell' ? getShellPlan(build, change.document, configuration) : getPlan('now')
  const event = { kind: 'started', to, plan, id: generateRolloutId() } as const
  await applyEvent(change, { remote, event })
}

/** A build may have a path that a team has released with a token since, which isn't part of this start. */
async function requirePaths(change: Change, before: DiscoveryDocument, build: Build): Promise<void> {
  const { app, id } = getBuildName(build)
  const stable = change.document.remotes[app]?.stable
  const isNew = stable !== undefined && getReleaseId(stable) === id && before.remotes[app]?.stable !== stable
  const shown = { remote: app, id, before, ignoresFallbacks: true }
  const conflict = isNew ? await findReleaseConflict(change, shown) : null
  if (conflict !== null)
    throw new InvalidBuildError(`${app}@${id} can't be released: ${conflict.message} ${conflict.hint}`)
}

async function isFromStartup({ trx }: Change, remote: string, stable: string | null): Promise<boolean> {
  if (stable === null) return true
  const row = await selectRelease(trx, { app: remote, id: stable }).select('published_by').executeTakeFirst()
  return row === undefined || row.published_by === actor
}
