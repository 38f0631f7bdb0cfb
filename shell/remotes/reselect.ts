import type { DiscoveryRemote, SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'

/**
 * Selects the release of a remote again after the discovery document has changed. An open page never joins a canary; it
 * leaves one when its rollout has ended, and moves from one stable release to the next.
 */
export function reselect(selected: SelectedRemote, discovered: DiscoveryRemote): SelectedRemote {
  const { off: _, ...rest } = selected
  const off = discovered.off === undefined ? {} : { off: discovered.off }
  const isStillCanary = selected.arm === 'canary' && discovered.canary?.rollout === selected.rollout
  if (selected.arm === 'preview' || isStillCanary) return { ...rest, ...off }
  const { team, stable, fallback } = discovered
  return { name: selected.name, team, release: stable, ...(fallback && { fallback }), ...off }
}
