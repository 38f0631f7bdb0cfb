import type {
  DiscoveryDocument,
  DiscoveryRelease,
  DiscoveryRemote,
  ShellRelease,
} from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { ReleaseName } from '../../releases/storage/release-store.ts'

interface Files {
  /** What this server has served so far; null: nothing. */
  readonly shown: DiscoveryDocument | null
  /** Whether this machine has the files of a release. */
  hasFiles(release: ReleaseName): boolean
}

/**
 * As much of the newest document as this machine has the files for: a remote with missing files stays as it was,
 * without delaying the others, and so does the shell without its canary or fallback. A new remote fails until its files arrive. If files of the shell are missing, everything
 * stays, because the remotes may need it. Returns the same object if nothing is missing. Pure.
 */
export function toServable(newest: DiscoveryDocument, { shown, hasFiles }: Files): DiscoveryDocument {
  const isHere = (app: string, release: { readonly version: string; readonly hash: string }) =>
    hasFiles({ app, id: getReleaseId(release) })
  if (newest.shell !== null && shown !== null && shown.shell !== null && !isHere('shell', newest.shell))
    return shown
  const shell = newest.shell && toServableShell(newest.shell, (release) => isHere('shell', release))
  let isComplete = shell === newest.shell
  const toServableRemote = (name: string, remote: DiscoveryRemote): DiscoveryRemote => {
    const isMissing = (release: DiscoveryRelease | undefined) =>
      release !== undefined && !isHere(name, release)
    const { stable, canary, fallback, ...rest } = remote
    const isStableMissing = isMissing(stable)
    if (!isStableMissing && !isMissing(canary?.release) && !isMissing(fallback)) return remote
    isComplete = false
    if (!isStableMissing)
      return {
        ...rest,
        stable,
        ...(fallback && !isMissing(fallback) && { fallback }),
        ...(canary && !isMissing(canary.release) && { canary }),
      }
    const { off: _, ...before } = shown?.remotes[name] ?? remote
    return { ...before, ...(remote.off && { off: remote.off }) }
  }
  const remotes = Object.entries(newest.remotes).map(
    ([name, remote]) => [name, toServableRemote(name, remote)] as const,
  )
  return isComplete ? newest : { ...newest, shell, remotes: Object.fromEntries(remotes) }
}

type DiscoveryShell = NonNullable<DiscoveryDocument['shell']>

function toServableShell(shell: DiscoveryShell, isHere: (release: ShellRelease) => boolean): DiscoveryShell {
  const { fallback, canary, ...stable } = shell
  const hasFallback = fallback !== undefined && isHere(fallback)
  const hasCanary = canary !== undefined && isHere(canary.release)
  if (hasFallback === (fallback !== undefined) && hasCanary === (canary !== undefined)) return shell
  return { ...stable, ...(hasFallback && { fallback }), ...(hasCanary && { canary }) }
}
