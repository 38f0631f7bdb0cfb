import { maxLoadsPerDay, type ReportBucket } from '@portico/protocol/rollout/evidence.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'
import { createHistogram, getVitalBucket } from '@portico/protocol/rollout/vitals.ts'
import type { Random } from '@portico/tools/release-cli/simulation/seeded-random.ts'
import {
  type App,
  type Arm,
  apps,
  drawShellVisitor,
  drawStart,
  type ShellSite,
  type ShellVisitor,
} from './shell-visitors.ts'
import { drawVitalBucket, vitalSteps } from './visits.ts'

const silentAfterSeconds = 120
type End = 'starts' | 'left' | 'silent'
type Family = 'small' | 'large'
const usual = { failures: 0.005, errors: 0.01 }

/** The time since the last bucket, and the canaries' shares in basis points; 0: it isn't rolled out. */
interface ShellBucket {
  readonly atSeconds: number
  readonly seconds: number
  readonly shares: Readonly<Record<App, number>>
}

/** What a site counts in one bucket, by app, and how many views of each canary it served. */
interface ShellReports {
  readonly reports: Readonly<Record<App, ReportBucket>>
  readonly canaryViews: Readonly<Record<App, number>>
}

/**
 * Creates the traffic of rollouts of the shell and of a remote. Whatever either does to a page counts for both, as if nobody could
 * tell whose fault it is.
 */
export function createShellTraffic(site: ShellSite, random: Random) {
  const { regulars = { visitors: 0, share: 0 }, starts, forged, faults = {} } = site
  const known = Array.from({ length: regulars.visitors }, () =>
    drawShellVisitor(site, random, { cached: ['stable'] }),
  )
  const forgers = Array.from({ length: forged?.networks ?? 0 }, () =>
    drawShellVisitor(site, random, { forges: forged?.arm ?? null }),
  )
  const networks = { shell: { reporting: 0, failing: 0 }, remote: { reporting: 0, failing: 0 } }
  let counts = createCounts()
  let silent: { readonly atSeconds: number; readonly arm: Arm; readonly family: Family }[] = []

  function view(visitor: ShellVisitor, bucket: ShellBucket): void {
    const arms = getArms(visitor, bucket)
    for (const app of apps) if (arms[app] === 'canary') counts[app].views += 1
    const start = drawStart(visitor, arms.shell, { starts, random })
    const end = getEnd(visitor, arms.shell, { atSeconds: bucket.atSeconds, isLeft: start.isLeft })
    const isSilent = end === 'silent'
    visitor.cached.add(arms.shell)
    const share = bucket.shares.shell === fullShare ? 1 / fullShare : bucket.shares.shell / fullShare
    if (share > visitor.watched) {
      visitor.watched = isSilent ? 2 : share
      if (isSilent)
        silent.push({
          atSeconds: bucket.atSeconds + silentAfterSeconds,
          arm: arms.shell,
          family: visitor.isOfSmallFamily ? 'small' : 'large',
        })
    }
    if (visitor.started.has(arms.shell)) countStart(visitor, arms.shell, { end, seconds: start.seconds })
    if (end !== 'starts' || visitor.loads >= maxLoadsPerDay) return
    visitor.loads += 1
    visitor.started.add(arms.shell)
    report(visitor, arms, bucket)
  }

  /** Counts what depends on the cache. */
  function countStart(
    visitor: ShellVisitor,
    arm: Arm,
    { end, seconds }: { readonly end: End; readonly seconds: number },
  ): void {
    const { left, load } = counts.shell
    if (end === 'left' && !visitor.hasLeft) left[arm] += 1
    visitor.hasLeft ||= end === 'left'
    if (end !== 'starts' || visitor.isTimed) return
    const bucket = getVitalBucket('load', 1_000 * seconds, arm)
    load[arm][bucket] = (load[arm][bucket] ?? 0) + 1
    visitor.isTimed = true
  }

  function getEnd(
    { isMute, isOfSmallFamily, forges }: ShellVisitor,
    arm: Arm,
    { atSeconds, isLeft }: { readonly atSeconds: number; readonly isLeft: boolean },
  ): End {
    if (forges !== null) return forges !== arm ? 'starts' : forged?.isLeft ? 'left' : 'silent'
    const { deadIn = 0, deadFor } = (arm === 'canary' && faults.shell) || {}
    const isOut = site.hasOutages === true && (atSeconds / 60) % 180 > 170
    const isDead = deadFor === 'all' || (deadFor === 'small' && isOfSmallFamily) || random.uniform() < deadIn
    if (isMute || isOut || isDead) return 'silent'
    if (!isLeft) return 'starts'
    return random.uniform() < starts.unsent ? 'silent' : 'left'
  }

  function report(visitor: ShellVisitor, arms: Record<App, Arm>, { shares }: ShellBucket): void {
    const atFault = apps.flatMap((app) => (arms[app] === 'canary' ? [faults[app] ?? {}] : []))
    const fails = random.uniform() < Math.max(usual.failures, ...atFault.map(({ failures = 0 }) => failures))
    const errs = random.uniform() < Math.max(usual.errors, ...atFault.map(({ errors = 0 }) => errors))
    const factor = atFault.reduce((product, { slower = 1 }) => product * slower, 1)
    const place = Math.floor(random.uniform() * vitalSteps)
    for (const app of apps) {
      const [arm, counted, ofApp] = [arms[app], visitor.counted[app], counts[app]]
      const isFailure = fails && !counted.failed
      const ofFamily = ofApp.families[visitor.isOfSmallFamily ? 'small' : 'large'][arm]
      ofFamily.loads += 1
      if (arm === 'canary' && !counted.reporting) {
        counted.reporting = true
        networks[app].reporting += 1
      }
      if (isFailure) {
        counted.failed = true
        ofFamily.failures += 1
        if (shares[app] > counted.share) ofApp.first[arm] += 1
        if (arm === 'canary') networks[app].failing += 1
      }
      counted.share = shares[app]
      if (errs && !counted.erred) ofApp.errors[arm] += 1
      if (!counted.timed) {
        const bucket = drawVitalBucket('inp', { arm, factor, place })
        ofApp.inp[arm][bucket] = (ofApp.inp[arm][bucket] ?? 0) + 1
      }
      counted.erred ||= errs
      counted.timed = true
    }
  }

  return (bucket: ShellBucket): ShellReports => {
    counts = createCounts()
    for (const visitor of forgers) view(visitor, bucket)
    const views = random.poisson((site.viewsPerMinute * bucket.seconds) / 60)
    for (let at = 0; at < views; at += 1) {
      // The square makes some visit often, and most seldom.
      const regular =
        random.uniform() < regulars.share ? Math.floor(regulars.visitors * random.uniform() ** 2) : -1
      view(known[regular] ?? drawShellVisitor(site, random), bucket)
    }
    const due = silent.filter(({ atSeconds }) => atSeconds <= bucket.atSeconds)
    silent = silent.filter(({ atSeconds }) => atSeconds > bucket.atSeconds)
    for (const { arm, family } of due) {
      counts.shell.silent[arm] += 1
      counts.shell.silent.families[family][arm] += 1
    }
    const toReport = (app: App) => toBucket(counts[app], { ...networks[app], atSeconds: bucket.atSeconds })
    return {
      reports: { shell: toReport('shell'), remote: toReport('remote') },
      canaryViews: { shell: counts.shell.views, remote: counts.remote.views },
    }
  }
}

function getArms({ at }: ShellVisitor, { shares }: ShellBucket): Record<App, Arm> {
  const getArm = (app: App) => (at[app] < shares[app] / fullShare ? 'canary' : 'stable')
  return { shell: getArm('shell'), remote: getArm('remote') }
}

function createCounts() {
  const family = () => ({ canary: { loads: 0, failures: 0 }, stable: { loads: 0, failures: 0 } })
  const create = () => ({
    views: 0,
    families: { small: family(), large: family() },
    first: { canary: 0, stable: 0 },
    errors: { canary: 0, stable: 0 },
    left: { canary: 0, stable: 0 },
    silent: {
      ...{ canary: 0, stable: 0 },
      families: { small: { canary: 0, stable: 0 }, large: { canary: 0, stable: 0 } },
    },
    inp: { canary: createHistogram(), stable: createHistogram() },
    load: { canary: createHistogram(), stable: createHistogram() },
  })
  return { shell: create(), remote: create() }
}

function toBucket(
  { families, first, errors, left, silent, inp, load }: ReturnType<typeof createCounts>[App],
  { atSeconds, reporting, failing }: { atSeconds: number; reporting: number; failing: number },
): ReportBucket {
  return {
    atMs: atSeconds * 1_000,
    families,
    firstFailures: first,
    signals: { error: errors, leave: left, silent },
    vitals: { inp, load },
    failingNetworks: failing,
    reportingNetworks: reporting,
  }
}
