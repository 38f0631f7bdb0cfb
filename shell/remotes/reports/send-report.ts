import { paths } from '@portico/shared/paths.ts'
import type { Report } from '@portico/shared/release/load-report.ts'

/** Hands a report to the browser, which sends it even if the page is closed. */
export function sendReport(report: Report): void {
  navigator.sendBeacon(paths.beacon, JSON.stringify(report))
}
