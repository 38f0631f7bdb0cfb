import type { DropReason, Rollout } from './rollout-record.ts'

const texts: Record<DropReason, string> = {
  'no-token': 'without a token',
  'invalid-token': 'with an invalid token',
  'expired-token': 'with an expired token',
  'used-token': 'with a token that was used before',
  'other-visitor': 'from another visitor of a network that already counts',
  'untrusted-proxy': 'through a proxy that is not trusted',
  limit: 'above a limit',
  overload: 'while the server was overloaded',
}

/** The loads that don't count, with why, such as `with an expired token`. */
export function listDrops({ dropped }: Pick<Rollout, 'dropped'>): { loads: number; why: string }[] {
  const reasons = Object.entries(dropped).filter(([, loads]) => loads > 0)
  return reasons.map(([reason, loads]) => ({
    loads,
    why: Object.entries(texts).find(([known]) => known === reason)?.[1] ?? reason,
  }))
}

/** What to do about a proxy that hides visitors from the site; null: there is none. */
export function describeProxyProblem({ dropped }: Pick<Rollout, 'dropped'>): string | null {
  if (dropped['untrusted-proxy'] === 0) return null
  return 'Requests come through a proxy that the site does not trust, so it can’t tell visitors apart and rolls nothing back automatically. Set TRUST_PROXY on the server to the addresses of your proxies.'
}
