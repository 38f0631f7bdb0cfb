import type { DiscoveryRemote, SelectedRemote } from '@portico/shared/release/discovery-document.ts'

/**
 * What this page view takes of a remote after the document has changed. Nobody joins a canary in an open page; who has
 * one leaves it when its rollout is over, and who has stable gets the new one.
 */
export function reselect(before: SelectedRemote, now: DiscoveryRemote): SelectedRemote {
  const { off: _, ...rest } = before
  const off = now.off === undefined ? {} : { off: now.off }
  const isStillCanary = before.arm === 'canary' && now.canary?.rollout === before.rollout
  if (before.arm === 'preview' || isStillCanary) return { ...rest, ...off }
  const { team, stable, fallback } = now
  return { name: before.name, team, release: stable, ...(fallback && { fallback }), ...off }
}
