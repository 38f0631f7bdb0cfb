import type { Finding } from '@portico/protocol/publish/release-api.ts'
import { type PageEvent, PageEventSchema, pageEvent } from '@portico/protocol/release/page-event.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { Browser, Page } from 'playwright-core'
import * as v from 'valibot'
import type { BuiltRelease, BuiltShell } from '../built-release.ts'
import { failed } from '../findings.ts'
import type { PageExample } from './list-examples.ts'
import {
  findOverBudget,
  getBudget,
  type PageBudget,
  type PageCosts,
  readCosts,
  recordCosts,
  recordFailedResponses,
} from './record-costs.ts'
import { recordMismatches } from './record-mismatches.ts'
import { recordProblems } from './record-problems.ts'
import { recordSignals } from './record-signals.ts'
import { serveRelease } from './serve-release.ts'

const mountTimeoutMs = 60_000
const quietTimeoutMs = 10_000 // a page with a stream never has a quiet network
const headingTimeoutMs = 5_000
const checkTimeoutMs = 180_000 // a page with many controls takes half a minute on a busy machine

/** Checks a page that has mounted, in addition to opening it. */
export interface PageCheck {
  /** Called before the page is opened. */
  prepare(tab: Page): Promise<void>
  /** Returns what is wrong; empty: nothing. */
  run(tab: Page, example: PageExample, budget: PageBudget): Promise<Finding[]>
}

/** A release, and the site in whose shell it is opened. */
export interface SiteRelease {
  readonly built: BuiltRelease
  readonly address: string
  /** A build of the shell to open it in; missing: the site's. */
  readonly shell?: BuiltShell | undefined
  readonly check?: PageCheck | undefined
}

const dayMs = 86_400_000

/** Where and when a page is opened: what depends on one of them differs from what the build has rendered. */
const environments = [
  { timezoneId: 'America/Los_Angeles', locale: 'en-US', aheadMs: 0 },
  { timezoneId: 'Asia/Kolkata', locale: 'de-DE', aheadMs: 40.3 * dayMs },
] as const

/**
 * Opens one page of a release and waits until the shell says that it has mounted, the network is quiet and it shows a
 * heading. A prerendered page is opened twice, in two time zones, languages and years, and so is one that seems to cost more than
 * its budget. Returns what is wrong; empty: nothing.
 */
export async function openPage(
  browser: Browser,
  example: PageExample,
  release: SiteRelease,
): Promise<Finding[]> {
  const { record } = release.built
  const limits = { record, budget: getBudget(record) }
  const first = await openIn(browser, example, { ...release, environment: environments[0] })
  const seemsExpensive = findOverBudget(example.address, [first.costs ?? noCosts], limits).length > 0
  if (!first.isMounted || !(first.isPrerendered || seemsExpensive)) return first.findings
  const { check: _, ...others } = release
  const second = await openIn(browser, example, { ...others, environment: environments[1] })
  const runs = [first, second].flatMap(({ costs }) => costs ?? [])
  const known = new Set(first.findings.map(({ check }) => check))
  const added = second.findings.filter(({ check }) => !known.has(check))
  return [...first.findings, ...added, ...findOverBudget(example.address, runs, limits)]
}

const noCosts: PageCosts = { scripts: [], layoutShift: { value: 0, element: '' } }

interface EnvironmentRelease extends SiteRelease {
  readonly environment: (typeof environments)[number]
}

interface Opened {
  readonly isMounted: boolean
  readonly isPrerendered: boolean
  readonly findings: Finding[]
  /** null: it has not mounted. */
  readonly costs: PageCosts | null
}

async function openIn(
  browser: Browser,
  example: PageExample,
  { built, address, shell, check, environment }: EnvironmentRelease,
): Promise<Opened> {
  const { aheadMs, ...settings } = environment
  const context = await browser.newContext({ baseURL: address, serviceWorkers: 'block', ...settings })
  try {
    const isPrerendered = await serveRelease(context, example, built, {
      isPrerendered: shell === undefined,
      shell,
    })
    const tab = await context.newPage()
    if (aheadMs > 0) await tab.addInitScript({ content: createClock(aheadMs) })
    const events = await recordPageEvents(tab)
    const problems = await recordProblems(tab)
    const mismatches = await recordMismatches(tab, built.folder)
    const responses = recordFailedResponses(tab)
    const signals = await recordSignals(tab, built.record.remote)
    await recordCosts(tab)
    await check?.prepare(tab)
    await tab.goto(example.address, { waitUntil: 'commit' }) // the shell says when it is ready
    const failure = await waitForPage(tab, example, { built, events })
    const late = failure === null ? describeFailure(example, events.all.at(-1)) : null
    const isMounted = (failure ?? late) === null
    const costs = isMounted ? await readCosts(tab) : null
    const sources = [
      ...toFindings(failure ?? late),
      ...problems.getFindings(example.address, failure ?? late),
      ...mismatches.getFindings(example.address),
      ...responses.getFindings(example.address),
    ]
    const checked = check !== undefined && isMounted ? await runCheck(tab, example, { check, built }) : []
    const findings = [...sources, ...checked]
    const unknown = signals.getFindings(example.address, findings)
    return { isMounted, isPrerendered, findings: [...findings, ...unknown], costs }
  } finally {
    await context.close()
  }
}

/** Runs a check. One that doesn't end, or that the page or the shell keeps from its work, is a finding. */
async function runCheck(
  tab: Page,
  example: PageExample,
  { check, built }: { readonly check: PageCheck; readonly built: BuiltRelease },
): Promise<Finding[]> {
  const budget = getBudget(built.record)
  const run = check.run(tab, example, budget).catch((error: unknown) => getMessage(error))
  const result = (await withTimeout(run, checkTimeoutMs)) ?? `it took over ${checkTimeoutMs / 1_000} seconds.`
  if (typeof result !== 'string') return result
  const message = `${example.address} could not be checked: ${result}`
  return [failed('conformance', message, 'Use its controls, leave it and come back to see what goes wrong.')]
}

function getMessage(error: unknown): string {
  const [text = ''] = String(error).split('\n')
  return text.replace(/^(?:\w*Error: |page\.\w+: )+/, '')
}

/** A script that sets the clock of a page forward. */
function createClock(aheadMs: number): string {
  return `{
    const Real = Date
    const now = () => Real.now() + ${aheadMs}
    globalThis.Date = new Proxy(Real, {
      construct: (date, given, target) => Reflect.construct(date, given.length === 0 ? [now()] : given, target),
      apply: () => new Real(now()).toString(),
      get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
    })
  }`
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
  const first = await withTimeout(events.first, mountTimeoutMs)
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

async function withTimeout<Result>(result: Promise<Result>, timeoutMs: number): Promise<Result | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), timeoutMs)
  return Promise.race([result, promise]).finally(() => clearTimeout(timer))
}

function toFindings(failure: string | null): Finding[] {
  if (failure === null) return []
  const hint =
    'Open the page with `npx --no-install portico dev`, or in the site’s repository with `npm run dev`: it shows the error with its source.'
  return [failed('browser-mount', failure, hint)]
}
