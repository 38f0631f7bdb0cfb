import type { Report, VitalName, VitalReport } from '@portico/protocol/discovery/load-report.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { ReportedRelease } from '../active-releases.ts'

const maxVitals = 20 // the server's limits
const maxValue = 3_600_000

/** Reports what this page view has taken. */
export interface VitalReports {
  /** Of several values, the largest is reported. */
  add(release: ReportedRelease, vital: VitalName, value: number): void
  /** Sends the values, each vital of a release once: a page that is hidden may end without another event. */
  handleHidden(): void
}

/** Creates the reports of a page view. */
export function createVitalReports(send: (report: Pick<Report, 'loads' | 'vitals'>) => void): VitalReports {
  const waiting = new Map<string, VitalReport>()
  const reported = new Set<string>()
  return {
    add({ remote: { name, release, rollout }, arm }, vital, measured) {
      const id = getReleaseId(release)
      const key = `${name} ${id} ${vital}`
      const value = Math.min(Math.round(measured), maxValue)
      if (rollout === undefined || reported.has(key) || (waiting.get(key)?.value ?? -1) >= value) return
      waiting.set(key, { remote: name, release: id, rollout, arm, vital, value })
    },
    handleHidden() {
      if (waiting.size === 0) return
      for (const key of waiting.keys()) reported.add(key)
      send({ loads: [], vitals: [...waiting.values()].slice(0, maxVitals) })
      waiting.clear()
    },
  }
}
