import { formatCount } from '@portico/kit/format.ts'
import type { OverviewApp } from '@portico/protocol/rollout/overview-api.ts'
import { isActive } from '@portico/protocol/rollout/rollout-record.ts'
import type { Tone } from '../ui/status.tsx'

/** What an app is in a word, and how urgent that is. */
interface Urgency {
  readonly word: string
  readonly tone: Tone
  /** 0 is the most urgent. */
  readonly rank: number
}

const recentMs = 24 * 3_600_000
/** The ranks below this one need attention. */
const runningRank = 4

/** How urgent an app is at a time, in ms since 1970: problems first, then what runs. */
export function rankApp({ rollout, off, frozen }: OverviewApp, now: number): Urgency {
  if (rollout?.status === 'rolled-back' && now - rollout.changedAt < recentMs)
    return { word: 'rolled back', tone: 'bad', rank: 0 }
  const isGrowing = rollout !== null && isActive(rollout) && rollout.status !== 'paused'
  if (isGrowing && rollout.health.canary === 'worse') return { word: 'worse', tone: 'bad', rank: 1 }
  if (rollout?.status === 'paused') return { word: 'paused', tone: 'held', rank: 2 }
  if (off !== null) return { word: 'off', tone: 'held', rank: 3 }
  if (rollout?.status === 'running') return { word: 'running', tone: 'active', rank: runningRank }
  if (frozen !== null) return { word: 'frozen', tone: 'neutral', rank: 5 }
  return { word: 'no rollout', tone: 'neutral', rank: 6 }
}

/** Whether an app needs attention at a time, in ms since 1970. */
export const isUrgent = (app: OverviewApp, now: number): boolean => rankApp(app, now).rank < runningRank

/** The apps in the order of their urgency, then by name. */
export function sortByUrgency(apps: readonly OverviewApp[], now: number): readonly OverviewApp[] {
  return apps.toSorted(
    (a, b) => rankApp(a, now).rank - rankApp(b, now).rank || a.name.localeCompare(b.name, 'en'),
  )
}

const maxNamed = 3

/** `2 of 40 apps need attention: catalogue paused, search rolled back; 3 rollouts running.` */
export function summarize(apps: readonly OverviewApp[], now: number): string {
  const ranked = sortByUrgency(apps, now).map((app) => ({ name: app.name, ...rankApp(app, now) }))
  const urgent = ranked.filter(({ rank }) => rank < runningRank)
  const running = apps.filter(({ rollout }) => rollout?.status === 'running').length
  const runs = `${formatCount(running, 'rollout')} running`
  if (urgent.length === 0) return `None of ${formatCount(apps.length, 'app')} needs attention; ${runs}.`
  const named = urgent.slice(0, maxNamed).map(({ name, word }) => `${name} ${word}`)
  const more = urgent.length > maxNamed ? [`${urgent.length - maxNamed} more`] : []
  const need = urgent.length === 1 ? 'needs' : 'need'
  return `${urgent.length} of ${formatCount(apps.length, 'app')} ${need} attention: ${[...named, ...more].join(', ')}; ${runs}.`
}
