import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { reportsShell } from '@portico/protocol/release/shell-record.ts'
import { getPlan } from '@portico/protocol/rollout/plans.ts'
import type { Plan } from '@portico/protocol/rollout/rollout-record.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import { isLocalSite } from '../../http/network/loopback.ts'
import { readDeployment } from '../../releases/changes/deployment-repository.ts'
import type { Change } from '../../releases/changes/make-change.ts'
import { findIncompatibilities } from '../../releases/compatibility/shell-compatibility.ts'
import { type Build, getBuildName } from '../../releases/storage/read-builds.ts'
import { InvalidBuildError } from '../../releases/storage/release-store.ts'

export type PlanSettings = Pick<Configuration, 'shellPlan' | 'host' | 'publicUrl'>

type ShellBuild = Extract<Build, { readonly kind: 'shell' }>

/**
 * The plan with which a start rolls out its shell. A first one, and one that can't be compared because either is too old to report how
 * it works, goes to everyone at once. There is no testers' step, whose end nobody would approve.
 */
export function getShellPlan(
  { record }: ShellBuild,
  { shell }: Pick<DiscoveryDocument, 'shell'>,
  { shellPlan, host, publicUrl }: PlanSettings,
): Plan {
  if (shell === null || !reportsShell(shell) || !reportsShell(record)) return getPlan('now')
  const { name, steps } = getPlan(shellPlan ?? (isLocalSite(host, publicUrl) ? 'now' : 'mid'))
  return { name, steps: steps.filter(({ share }) => share > 0) }
}

/**
 * Why the builds of a start aren't rolled out: the site has, or had in its latest rollout, a newer shell, from a server with newer code;
 * null: they are. The shell that was published later is newer.
 */
export async function findNewerShell(
  { trx, document }: Pick<Change, 'trx' | 'document'>,
  builds: readonly Build[],
): Promise<string | null> {
  const build = builds.find(({ kind }) => kind === 'shell')
  if (build === undefined) return null
  const own = getBuildName(build).id
  const { stable, rollout } = await readDeployment(trx, 'shell', document)
  const rows = await trx
    .selectFrom('release')
    .select(['id', 'published_at'])
    .where('app', '=', 'shell')
    .where('id', 'in', [own, stable ?? own, rollout?.to ?? own])
    .orderBy('published_at', 'desc')
    .execute()
  const [newest] = rows
  const published = rows.find(({ id }) => id === own)?.published_at ?? 0
  if (newest === undefined || newest.id === own || newest.published_at <= published) return null
  return `This server was started with shell@${own}, which is older than shell@${newest.id}, so nothing changes for visitors. Update the code of this server. To return to this shell, use \`rollback shell --to ${own}\`.`
}

/** Throws an InvalidBuildError if a live remote can't run in a shell that visitors get since this start. */
export async function requireCompatibleRemotes(
  { trx, document }: Pick<Change, 'trx' | 'document'>,
  before: DiscoveryDocument,
): Promise<void> {
  const listShells = ({ shell }: DiscoveryDocument) =>
    [shell, shell?.canary?.release].filter((release) => release != null).map(getReleaseId)
  const known = listShells(before)
  for (const id of listShells(document).filter((shell) => !known.includes(shell))) {
    const incompatibilities = await findIncompatibilities({ trx, document }, 'shell', id)
    if (incompatibilities.length > 0)
      throw new InvalidBuildError(
        `shell@${id} can't be released, because live remotes can't run in it. ${incompatibilities.join(' ')} Build them for this shell and start with them and SHELL_PLAN=now, so that everyone gets all of it at once, or turn them off first.`,
      )
  }
}
