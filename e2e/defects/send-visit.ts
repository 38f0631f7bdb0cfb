import { type VitalName, vitalNames } from '@portico/protocol/discovery/load-report.ts'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { openFromNetwork } from '../steps/open-from-network.ts'

/** A visit without a browser. */
export interface Visit {
  readonly origin: string
  readonly rollout: Rollout
  /** How many came before: each has a network of their own. */
  readonly visitor: number
  /** What a page of the stable release takes, by vital: ms, or MB of those who read it for ten minutes. */
  readonly usual: Readonly<Partial<Record<VitalName, number>>>
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
      loads: [{ ...about, outcome: 'ok', phase: 'mount', ms: usual.load ?? 0, fellBackTo: null }],
      vitals: vitalNames.flatMap((vital) => {
        const value = usual[vital]
        return value === undefined ? [] : [{ ...about, vital, value }]
      }),
      // In a hurry, like those with a browser, unless they read.
      signals: usual.memory === undefined ? [{ ...about, signal: 'leave' }] : [],
    })
  }
  return { arm, headers, cookie: { ...cookie, url: origin } }
}
