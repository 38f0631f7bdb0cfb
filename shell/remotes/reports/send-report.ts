import { paths } from '@portico/shared/paths.ts'
import type { Report } from '@portico/shared/release/load-report.ts'

/** Hands a report to the browser, which sends it even when the page goes away. */
export function sendReport(report: Report): void {
  navigator.sendBeacon(paths.beacon, JSON.stringify(report))
}

/** Random name of a page view: 128 bits in base64url. It is told of nobody but the view. */
export function createViewId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
