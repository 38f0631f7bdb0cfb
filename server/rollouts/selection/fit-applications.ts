import type { DiscoveryRelease, ShellRelease } from '@portico/protocol/discovery/discovery-document.ts'
import { loadsApps } from '@portico/protocol/release/shell-record.ts'

interface Selected<Release> {
  readonly release: Release
  readonly fallback?: Release
}

/**
 * The selection without applications if the shell would refuse page data with them, and otherwise without a fallback of the shell that
 * would.
 */
export function fitApplications<
  Shell extends Selected<ShellRelease>,
  Remote extends Selected<DiscoveryRelease>,
>(shell: Shell | null, remotes: readonly Remote[]) {
  if (shell === null) return { shell, remotes }
  if (!loadsApps(shell.release)) return { shell, remotes: remotes.filter((remote) => !hasApp(remote)) }
  if (!shell.fallback || loadsApps(shell.fallback) || !remotes.some(hasApp)) return { shell, remotes }
  const { fallback: _, ...rest } = shell
  return { shell: rest, remotes }
}

function hasApp({ release, fallback }: Selected<DiscoveryRelease>): boolean {
  return release.kind === 'app' || fallback?.kind === 'app'
}

/**
 * Whether a fallback may replace a release in the same document. Builds of other tools can give two releases of an application the same
 * name: their code would be mixed.
 */
export function canShareView(release: DiscoveryRelease, fallback: DiscoveryRelease): boolean {
  return release.kind !== 'app' || release.entryType === 'module' || release.global !== fallback.global
}
