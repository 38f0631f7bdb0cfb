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
}

/** When the shell starts, in seconds after the page: the median of pages whose browser has it in its cache, and of others. */
interface Starts {
  readonly cached: number
  readonly uncached: number
  /** The share of pages left before that from which no report arrives, such as of tabs that were killed. */
  readonly unsent: number
}

/** The visitors of a simulated site while the shell, a remote or both are rolled out. */
export interface ShellSite {
  readonly viewsPerMinute: number
  /** Visitors who come again and again, and the share of the views that are theirs. */
  readonly regulars?: { readonly visitors: number; readonly share: number }
  /** The share of visitors of whose pages nothing is ever reported: blockers, robots, pages prerendered in vain. */
  readonly mute: number
  readonly starts: Starts
  /** Nothing is reported for ten minutes every three hours. */
  readonly hasOutages?: boolean
  /** Networks of someone who never reports pages of this arm, or reports of all of them that they were left. */
  readonly forged?: { readonly networks: number; readonly arm: Arm; readonly isLeft?: boolean }
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
  /** The shells in the browser's cache: regulars have stable's. */
  readonly cached: Set<Arm>
  /** Left a page before its shell had started, which counts once. */
  hasLeft: boolean
  /** Whether the start of a shell was timed. */
  isTimed: boolean
  /** The shells that have started once: only then are leaving and the time until the start counted. */
  readonly started: Set<Arm>
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
  { forges = null, cached = [] }: { readonly forges?: Arm | null; readonly cached?: readonly Arm[] } = {},
): ShellVisitor {
  const none = (): CountedOnce => ({ reporting: false, failed: false, erred: false, timed: false, share: 0 })
  return {
    at: { shell: random.uniform(), remote: random.uniform() },
    isMute: forges === null && random.uniform() < mute,
    isOfSmallFamily: random.uniform() < smallFamily,
    forges,
    cached: new Set(cached),
    hasLeft: false,
    isTimed: false,
    started: new Set(forges === null ? [] : [forges]),
    watched: 0,
    loads: 0,
    counted: { shell: none(), remote: none() },
  }
}

// Weibull, as dwell times are (Liu, White, Dumais 2010): 2 % have left after half a second, 5 % after two, half after a minute.
const [dwellShape, dwellSeconds] = [0.7, 120]
const startSpread = 0.5 // log-logistic: 5 % take longer than four times the median

/** When the shell starts in a page, in seconds, and whether its visitor has left by then. */
export function drawStart({ cached }: ShellVisitor, arm: Arm, { starts, random }: StartOptions) {
  const place = random.uniform()
  const median = cached.has(arm) ? starts.cached : starts.uncached
  const seconds = median * (place / (1 - place)) ** startSpread
  return { seconds, isLeft: random.uniform() < 1 - Math.exp(-((seconds / dwellSeconds) ** dwellShape)) }
}

interface StartOptions {
  readonly starts: Starts
  readonly random: Random
}
