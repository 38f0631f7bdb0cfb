import { paths } from '@portico/shared/paths.ts'
import type { Report } from '@portico/shared/release/load-report.ts'

/** Hands a report to the browser, which sends it even if the page is closed. */
export function sendReport(report: Report): void {
  navigator.sendBeacon(paths.beacon, JSON.stringify(report))
}

/** Creates a random id of a page view: 128 bits in base64url. It identifies nothing but the view. */
export function createViewId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
