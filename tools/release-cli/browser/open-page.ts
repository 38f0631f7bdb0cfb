import type { Finding } from '@portico/protocol/publish/release-api.ts'
import { type PageEvent, PageEventSchema, pageEvent } from '@portico/protocol/release/page-event.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { Browser, Page } from 'playwright-core'
import * as v from 'valibot'
import type { BuiltRelease } from '../built-release.ts'
import { failed } from '../findings.ts'
import type { PageExample } from './list-examples.ts'
import { recordProblems } from './record-problems.ts'
import { serveRelease } from './serve-release.ts'

const mountTimeoutMs = 60_000
const quietTimeoutMs = 10_000 // a page with a stream never has a quiet network
const headingTimeoutMs = 5_000

/** Checks a page that has mounted. Returns what is wrong; empty: nothing. */
export type PageCheck = (tab: Page, example: PageExample) => Promise<Finding[]>

/** A release, and the site in whose shell it is opened. */
export interface SiteRelease {
  readonly built: BuiltRelease
  readonly address: string
  readonly check?: PageCheck | undefined
}

/**
 * Opens one page of a release and waits until the shell says that it has mounted, the network is quiet and it shows a
 * heading. Returns what is wrong; empty: nothing.
 */
export async function openPage(
  browser: Browser,
  example: PageExample,
  { built, address, check }: SiteRelease,
): Promise<Finding[]> {
  const context = await browser.newContext({ baseURL: address, serviceWorkers: 'block' })
  try {
    await serveRelease(context, example, built)
    const tab = await context.newPage()
    const events = await recordPageEvents(tab)
    const problems = await recordProblems(tab)
    await tab.goto(example.address, { waitUntil: 'commit' }) // the shell says when it is ready
    const failure = await waitForPage(tab, example, { built, events })
    const late = failure === null ? describeFailure(example, events.all.at(-1)) : null
    const findings = problems.getFindings(example.address, failure ?? late)
    const isMounted = check !== undefined && (failure ?? late) === null
    return [...toFindings(failure ?? late), ...findings, ...(isMounted ? await check(tab, example) : [])]
  } finally {
    await context.close()
  }
}

/** What the shell reports about the pages in a tab. */
interface PageEvents {
  readonly all: readonly PageEvent[]
  readonly first: Promise<PageEvent>
}

/** Records the page events of a tab, from its first script on. */
export async function recordPageEvents(tab: Page): Promise<PageEvents> {
  const all: PageEvent[] = []
  const { promise: first, resolve } = Promise.withResolvers<PageEvent>()
  await tab.exposeFunction('releaseCheckPageEvent', (detail: unknown) => {
    const event = v.parse(PageEventSchema, detail)
    all.push(event)
    resolve(event)
  })
  await tab.addInitScript({
    content: `document.addEventListener('${pageEvent}', ({ detail }) => releaseCheckPageEvent(detail))`,
  })
  return { all, first }
}

/** Returns why the page does not work; null: it does. */
export async function waitForPage(
  tab: Page,
  example: PageExample,
  { built, events }: { readonly built: BuiltRelease; readonly events: PageEvents },
): Promise<string | null> {
  const { address } = example
  const first = await withTimeout(events.first)
  if (first === null)
    return `${address} does not load in the site’s shell: it has not mounted within ${mountTimeoutMs / 1_000} seconds.`
  const { record } = built
  if (first.remote !== record.remote || first.release !== getReleaseId(record))
    return `${address} leads to the page ${first.path} of ${first.remote}@${first.release}.`
  const failure = describeFailure(example, first)
  if (failure !== null) return failure
  await tab.waitForLoadState('networkidle', { timeout: quietTimeoutMs }).catch(() => {})
  const hasHeading = await tab
    .locator('main h1')
    .filter({ visible: true, hasText: /\S/ })
    .first()
    .waitFor({ timeout: headingTimeoutMs })
    .then(
      () => true,
      () => false,
    )
  if (hasHeading || events.all.at(-1)?.state === 'failed') return null
  const text = (await tab.locator('main').textContent())?.trim() ?? ''
  return text === ''
    ? `${address} does not load in the site’s shell: it mounts, but shows nothing.`
    : `${address} has no heading (h1), where the shell moves the focus. It shows: ${text.slice(0, 100)}`
}

function describeFailure({ address }: PageExample, event: PageEvent | undefined): string | null {
  if (event?.state !== 'failed') return null
  return `${address} does not load in the site’s shell: ${event.error ?? 'unknown error'}.`
}

async function withTimeout(first: Promise<PageEvent>): Promise<PageEvent | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), mountTimeoutMs)
  return Promise.race([first, promise]).finally(() => clearTimeout(timer))
}

function toFindings(failure: string | null): Finding[] {
  if (failure === null) return []
  const hint =
    'Open the page with `npx --no-install portico dev`, or in the site’s repository with `npm run dev`: it shows the error with its source.'
  return [failed('browser-mount', failure, hint)]
}
