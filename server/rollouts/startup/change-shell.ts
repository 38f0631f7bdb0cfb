import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import type { Change } from '../../releases/changes/make-change.ts'
import { checkShellCompatibility } from '../../releases/compatibility/shell-compatibility.ts'
import { type Build, getBuildName } from '../../releases/storage/read-builds.ts'
import { findReleaseRecord } from '../../releases/storage/release-repository.ts'
import { InvalidBuildError } from '../../releases/storage/release-store.ts'

type ShellConfiguration = Pick<Configuration, 'forceShell'>
type ShellBuild = Extract<Build, { readonly kind: 'shell' }>

/**
 * Why the builds of a start don't go live: the site has a newer shell, from a server with newer code; null: they do.
 * The shell that was published later is newer.
 */
export async function findNewerShell(
  { trx, document }: Pick<Change, 'trx' | 'document'>,
  build: ShellBuild,
  { forceShell }: ShellConfiguration,
): Promise<string | null> {
  const own = getBuildName(build).id
  const shown = document.shell && getReleaseId(document.shell)
  if (shown === null || shown === own || forceShell) return null
  const rows = await trx
    .selectFrom('release')
    .select(['id', 'published_at'])
    .where('app', '=', 'shell')
    .where('id', 'in', [own, shown])
    .execute()
  const getTime = (id: string) => rows.find((row) => row.id === id)?.published_at ?? 0
  if (getTime(own) >= getTime(shown)) return null
  return `This server was started with shell@${own}, which is older than shell@${shown}, so visitors keep getting that one and its remotes. Update the code of this server. To roll back to this shell, start with FORCE_SHELL=true.`
}

/** Throws an InvalidBuildError if a live remote can't run in the shell of this start. */
export async function requireCompatibleRemotes(
  { trx, document }: Pick<Change, 'trx' | 'document'>,
  build: ShellBuild,
  { forceShell }: ShellConfiguration,
): Promise<void> {
  if (forceShell) return
  const incompatibilities: string[] = []
  for (const [remote, { stable, canary }] of Object.entries(document.remotes)) {
    for (const release of [stable, canary?.release]) {
      if (!release) continue
      const id = getReleaseId(release)
      const record = await findReleaseRecord(trx, remote, id)
      if (record === null) continue
      const found = checkShellCompatibility(record, build.record).flatMap(
        ([, incompatibility]) => incompatibility ?? [],
      )
      incompatibilities.push(...found.map(({ message }) => `${remote}@${id}: ${message}`))
    }
  }
  if (incompatibilities.length === 0) return
  throw new InvalidBuildError(
    `shell@${getBuildName(build).id} can't be released, because live remotes can't run in it. ${incompatibilities.join(' ')} Build them for this shell and start with them, or turn them off first. To release it anyway, start with FORCE_SHELL=true.`,
  )
}
