import { decide } from '@portico/protocol/rollout/decide.ts'
import type { Plan } from '@portico/protocol/rollout/rollout-record.ts'
import type { RemoteDeployment } from '@portico/protocol/rollout/rollout-state.ts'
import { transition } from '@portico/protocol/rollout/transition.ts'
import { createSeededRandom } from '@portico/tools/release-cli/simulation/seeded-random.ts'
import { startRollout } from '@portico/tools/release-cli/simulation/simulate-rollout.ts'
import { createShellTraffic } from './shell-traffic.ts'
import { type App, apps, type ShellSite } from './shell-visitors.ts'

/** Rollouts of the shell and of a remote on the same site, which differ only by chance. */
export interface ShellSimulation {
  readonly site: ShellSite
  /** Missing: it has none. */
  readonly plans: Readonly<Partial<Record<App, Plan>>>
  readonly runs: number
  readonly seed: number
  readonly bucketSeconds: number
  readonly limitMinutes: number
  /** Ends as soon as something is paused or rolled back. */
  readonly untilCaught?: boolean
}

/** How a rollout ended; null: it had none. */
export interface ShellEnd {
  readonly status: 'completed' | 'rolled-back' | 'unfinished'
  readonly wasPaused: boolean
  /** Views of the canary. */
  readonly views: number
  /** When it was paused or rolled back, and how many views of the canary there were; null: neither. */
  readonly caught: { readonly minutes: number; readonly views: number } | null
}

/** Both rollouts of one run. */
export type ShellEnds = Readonly<Record<App, ShellEnd | null>>

/** Runs the code that decides real rollouts on simulated visitors. */
export function simulateShell(simulation: ShellSimulation): ShellEnds[] {
  const { runs, seed } = simulation
  return Array.from({ length: runs }, (_, run) => simulateOnce(simulation, seed + run))
}

interface Running {
  deployment: RemoteDeployment
  views: number
  wasPaused: boolean
  caught: ShellEnd['caught']
}

function simulateOnce(
  { site, plans, bucketSeconds: seconds, limitMinutes, untilCaught = false }: ShellSimulation,
  seed: number,
): ShellEnds {
  const traffic = createShellTraffic(site, createSeededRandom(seed))
  const start = (plan: Plan | undefined): Running | null =>
    plan === undefined ? null : { deployment: startRollout(plan), views: 0, wasPaused: false, caught: null }
  const running = { shell: start(plans.shell), remote: start(plans.remote) }
  const getShare = (app: App) =>
    isRunning(running[app]) ? (running[app]?.deployment.rollout?.share ?? 0) : 0
  for (let atSeconds = seconds; atSeconds <= limitMinutes * 60; atSeconds += seconds) {
    const shares = { shell: getShare('shell'), remote: getShare('remote') }
    const { reports, canaryViews } = traffic({ atSeconds, seconds, shares })
    for (const app of apps) {
      const rollout = running[app]
      if (rollout === null || !isRunning(rollout)) continue
      rollout.views += canaryViews[app]
      rollout.deployment = transition(rollout.deployment, { kind: 'reported', bucket: reports[app] })
      decideOn(rollout, atSeconds / 60)
    }
    const isCaught = apps.some((app) => running[app]?.caught != null)
    if ((untilCaught && isCaught) || apps.every((app) => !isRunning(running[app]))) break
  }
  return { shell: toEnd(running.shell), remote: toEnd(running.remote) }
}

function decideOn(rollout: Running, minutes: number): void {
  const event = decide(rollout.deployment)
  if (event === null) return
  rollout.deployment = transition(rollout.deployment, event)
  if (event.kind === 'advanced') return
  rollout.caught ??= { minutes, views: rollout.views }
  if (event.kind !== 'paused') return
  rollout.wasPaused = true
  rollout.deployment = transition(rollout.deployment, { kind: 'resumed' })
}

function isRunning(rollout: Running | null): boolean {
  return rollout?.deployment.rollout?.status === 'running'
}

function toEnd(rollout: Running | null): ShellEnd | null {
  if (rollout === null) return null
  const { deployment, wasPaused, views, caught } = rollout
  const status = deployment.rollout?.status
  const isOver = status === 'completed' || status === 'rolled-back'
  return { status: isOver ? status : 'unfinished', wasPaused, views, caught }
}
