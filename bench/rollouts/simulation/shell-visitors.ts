import type { Random } from '@portico/tools/release-cli/simulation/seeded-random.ts'

/** What may be in a rollout: the shell, and a remote whose page it shows. */
export const apps = ['shell', 'remote'] as const

/** The shell or the remote. */
export type App = (typeof apps)[number]

/** Its canary is worse in this. Rates are shares of page views, from 0 to 1. */
export interface Fault {
  readonly failures?: number
  readonly errors?: number
  /** By how much its pages' INP is multiplied. */
  readonly slower?: number
  /** The shell doesn't start for anyone, or in the small browser family. */
  readonly deadFor?: 'all' | 'small'
  /** The shell doesn't start in so many views of every visitor. */
  readonly deadIn?: number
  /** Visitors who leave before it starts, who were `closed` with stable. */
  readonly closed?: number
}

/** The visitors of a simulated site while the shell, a remote or both are rolled out. */
export interface ShellSite {
  readonly viewsPerMinute: number
  /** Visitors who come again and again, and the share of the views that are theirs. */
  readonly regulars?: { readonly visitors: number; readonly share: number }
  /** The share of visitors of whose pages nothing is ever reported: blockers, robots, pages prerendered in vain. */
  readonly mute: number
  /** The share of page views that are closed before they report. */
  readonly closed: number
  /** Nothing is reported for ten minutes every three hours. */
  readonly hasOutages?: boolean
  /** Networks of someone who never reports pages of this arm. */
  readonly forged?: { readonly networks: number; readonly arm: Arm }
  readonly faults?: Readonly<Partial<Record<App, Fault>>>
}

const smallFamily = 0.05

/** A canary or stable. */
export type Arm = 'canary' | 'stable'

/** What counts once for a visitor in a rollout. */
interface CountedOnce {
  reporting: boolean
  failed: boolean
  erred: boolean
  timed: boolean
  /** The largest share of the canary at which a load was counted. */
  share: number
}

/** A visitor, and what was counted of them. */
export interface ShellVisitor {
  /** Gets an app's canary if this is below its share. */
  readonly at: Readonly<Record<App, number>>
  readonly isMute: boolean
  readonly isOfSmallFamily: boolean
  readonly forges: Arm | null
  /** The largest share of the shell of which a page view was watched; 2: one was silent. */
  watched: number
  loads: number
  /** By app: what was counted once. */
  readonly counted: Readonly<Record<App, CountedOnce>>
}

/** Draws a visitor. */
export function drawShellVisitor(
  { mute }: ShellSite,
  random: Random,
  forges: Arm | null = null,
): ShellVisitor {
  const none = (): CountedOnce => ({ reporting: false, failed: false, erred: false, timed: false, share: 0 })
  return {
    at: { shell: random.uniform(), remote: random.uniform() },
    isMute: forges === null && random.uniform() < mute,
    isOfSmallFamily: random.uniform() < smallFamily,
    forges,
    watched: 0,
    loads: 0,
    counted: { shell: none(), remote: none() },
  }
}
