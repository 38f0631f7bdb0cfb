import type { DiscoveryRemote, SelectedRemote } from '@portico/shared/release/discovery-document.ts'

/**
 * Selects the release of a remote again after the discovery document has changed. An open page never joins a canary; it
 * leaves one when its rollout is over, and moves from one stable release to the next.
 */
export function reselect(before: SelectedRemote, now: DiscoveryRemote): SelectedRemote {
  const { off: _, ...rest } = before
  const off = now.off === undefined ? {} : { off: now.off }
  const isStillCanary = before.arm === 'canary' && now.canary?.rollout === before.rollout
  if (before.arm === 'preview' || isStillCanary) return { ...rest, ...off }
  const { team, stable, fallback } = now
  return { name: before.name, team, release: stable, ...(fallback && { fallback }), ...off }
}
