import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { openFromNetwork } from '../steps/open-from-network.ts'

/** A visit without a browser. */
export interface Visit {
  readonly origin: string
  readonly rollout: Rollout
  /** How many came before: each has a network of their own. */
  readonly visitor: number
  /** What a page of the stable release takes, by vital: ms. */
  readonly usual: { readonly load: number; readonly inp: number; readonly lcp: number }
}

/**
 * A visitor comes, and gets an arm. For one of stable, what a browser would report is sent. Returns what a browser needs to go on with
 * the visit.
 */
export async function sendVisit({ origin, rollout: { remote, id, from }, visitor, usual }: Visit) {
  const { data, headers, cookie, report } = await openFromNetwork(`${origin}/`, visitor)
  const selected = remote === 'shell' ? data.shell : data.remotes.find(({ name }) => name === remote)
  const arm = selected?.rollout === id ? selected.arm : undefined
  if (arm === 'stable' && from !== null) {
    const about = { remote, release: from, rollout: id, arm }
    await report({
      loads: [{ ...about, outcome: 'ok', phase: 'mount', ms: usual.load, fellBackTo: null }],
      vitals: (['load', 'inp', 'lcp'] as const).map((vital) => ({ ...about, vital, value: usual[vital] })),
      // In a hurry, like those with a browser.
      signals: [{ ...about, signal: 'leave' }],
    })
  }
  return { arm, headers, cookie: { ...cookie, url: origin } }
}
