import { formatCount } from '@portico/kit/format.ts'
import type { Finding } from '@portico/protocol/publish/release-api.ts'
import type { SiteRelease } from './open-page.ts'

/** The result of opening a release in a browser; a failure has a hint. */
export interface BrowserResult {
  readonly outcome: 'mounted' | 'no-browser' | 'broken'
  readonly isOk: boolean
  readonly message: string
  readonly hint: string
  /** What is wrong, page by page. */
  readonly findings: readonly Finding[]
}

/** The result without a browser. */
export const noBrowser: BrowserResult = {
  outcome: 'no-browser',
  isOk: false,
  message: 'There is no Chromium to open the release in.',
  hint: 'Install Chromium or Chrome, set CHROMIUM_PATH, or run `npx playwright install chromium`.',
  findings: [],
}

/** What opening the pages of a release has shown. */
export interface LoadedRelease {
  readonly release: SiteRelease
  readonly findings: readonly Finding[]
  /** How many pages were opened. */
  readonly opened: number
}

/** The result of opening these releases. */
export function createResult(loaded: readonly LoadedRelease[]): BrowserResult {
  const findings = loaded.flatMap((release) => release.findings)
  return toBrowserResult(`opened ${countPages(loaded)}`, findings)
}

/** The result of what `message` names, in which this was found. */
export function toBrowserResult(message: string, findings: readonly Finding[]): BrowserResult {
  const failure = findings.find(({ isOk }) => !isOk)
  if (failure === undefined) return { outcome: 'mounted', isOk: true, message, hint: '', findings }
  return {
    outcome: 'broken',
    isOk: false,
    message: `${message}: ${failure.message}`,
    hint: failure.hint,
    findings,
  }
}

/** How many pages of these releases were opened, such as "2 of 3 pages". */
export function countPages(loaded: readonly LoadedRelease[]): string {
  const opened = sum(loaded.map((it) => it.opened))
  const pages = sum(loaded.map(({ release }) => release.built.record.pages.length))
  return `${opened === pages ? '' : `${opened} of `}${formatCount(pages, 'page')}`
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
