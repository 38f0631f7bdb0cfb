import { paths } from '@portico/kit/paths.ts'
import { createShiftBursts } from '@portico/protocol/discovery/shift-bursts.ts'
import type { Finding } from '@portico/protocol/publish/release-api.ts'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import type { Page, Response } from 'playwright-core'
import * as v from 'valibot'
import { failed } from '../findings.ts'

/** What a page may cost. */
export type PageBudget = Required<NonNullable<ReleaseRecord['budget']>>

const defaults: PageBudget = { blockingMs: 200, layoutShift: 0.1, memoryGrowth: 5 }

/** The budget of a release. */
export function getBudget({ budget }: Pick<ReleaseRecord, 'budget'>): PageBudget {
  return { ...defaults, ...budget }
}

/** Schema of a script that kept the page from reacting, as the browser reports it. */
const ScriptSchema = v.object({ source: v.string(), position: v.number(), start: v.number(), ms: v.number() })

/** A script that kept the page from reacting. */
type LongScript = v.InferOutput<typeof ScriptSchema>

const ShiftSchema = v.object({ start: v.number(), value: v.number(), element: v.string() })
const CostsSchema = v.object({ scripts: v.array(ScriptSchema), shifts: v.array(ShiftSchema) })

/** What opening a page has cost. */
export interface PageCosts {
  readonly scripts: readonly LongScript[]
  /** The largest burst of layout shifts, as in Core Web Vitals. */
  readonly layoutShift: { readonly value: number; readonly element: string }
}

const observe = `{
  const costs = { scripts: [], shifts: [] }
  Object.defineProperty(globalThis, 'releaseCheckCosts', { value: costs })
  const watch = (type, add) =>
    PerformanceObserver.supportedEntryTypes.includes(type) &&
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true })
  watch('long-animation-frame', ({ scripts }) => {
    for (const { sourceURL: source, sourceCharPosition: position, startTime: start, duration: ms } of scripts)
      costs.scripts.push({ source, position, start, ms })
  })
  watch('layout-shift', ({ value, startTime: start, hadRecentInput, sources }) => {
    const node = sources.map(({ node }) => (node instanceof Element ? node : node?.parentElement)).find((it) => it?.closest('main'))
    if (!hadRecentInput && node) costs.shifts.push({ start, value, element: node.outerHTML.slice(0, 80) })
  })
}`

/** Records what the pages in a tab cost, from its first script on. */
export async function recordCosts(tab: Page): Promise<void> {
  await tab.addInitScript({ content: observe })
}

/** Reads what the page has cost so far. */
export async function readCosts(tab: Page): Promise<PageCosts> {
  const { scripts, shifts } = v.parse(CostsSchema, await tab.evaluate('releaseCheckCosts'))
  return { scripts, layoutShift: findLargestBurst(shifts) }
}

/** The largest burst of shifts. */
export function findLargestBurst(
  shifts: readonly v.InferOutput<typeof ShiftSchema>[],
): PageCosts['layoutShift'] {
  const add = createShiftBursts()
  return shifts
    .map(({ start, value, element }) => ({ value: add(start, value), element }))
    .reduce((largest, it) => (it.value > largest.value ? it : largest), { value: 0, element: '' })
}

/**
 * What costs more than the budget in every one of these runs of the page: a machine with much to do makes scripts slow, but not the
 * same one each time.
 */
export function findOverBudget(
  address: string,
  runs: readonly PageCosts[],
  {
    record,
    budget,
  }: { readonly record: Pick<ReleaseRecord, 'remote' | 'baseUrl'>; readonly budget: PageBudget },
): Finding[] {
  const shifts = runs.map(({ layoutShift }) => layoutShift)
  const least = shifts.toSorted((some, other) => some.value - other.value)[0]
  const findings: Finding[] = []
  if (least !== undefined && least.value > budget.layoutShift)
    findings.push(
      failed(
        'layout-shift',
        `${address} shifts by ${least.value.toFixed(2)} while it opens, at most ${budget.layoutShift} is allowed: ${least.element}.`,
        'Reserve the space of what appears later, with a size or a placeholder, or raise `budget.layoutShift` in manifest.ts.',
      ),
    )
  const longest = runs.map(({ scripts }) =>
    findLongest(scripts.filter(({ source }) => isOfRelease(source, record))),
  )
  const [shortest] = longest.toSorted((some, other) => (some?.ms ?? 0) - (other?.ms ?? 0))
  if (shortest && shortest.ms > budget.blockingMs)
    findings.push(
      createBlockingFinding(
        `${shortest.source.replace(/^.*\//, '')} of ${address} blocks the browser while it opens`,
        shortest.ms,
        budget,
      ),
    )
  return findings
}

/** The longest of some scripts; null: there are none. */
export function findLongest(scripts: readonly LongScript[]): LongScript | null {
  return scripts.reduce<LongScript | null>((longest, it) => (it.ms > (longest?.ms ?? 0) ? it : longest), null)
}

/** The finding about a script that takes too long. */
export function createBlockingFinding(what: string, ms: number, { blockingMs }: PageBudget): Finding {
  return failed(
    'blocking',
    `${what} for ${Math.round(ms)} ms, at most ${blockingMs} ms is allowed.`,
    'Split the work with setTimeout or in a worker, render less at once, or raise `budget.blockingMs` in manifest.ts.',
  )
}

/** Whether a script is a file of the release. */
export function isOfRelease(
  source: string,
  { remote, baseUrl }: Pick<ReleaseRecord, 'remote' | 'baseUrl'>,
): boolean {
  if (baseUrl !== undefined && source.startsWith(baseUrl)) return true
  return URL.canParse(source) && new URL(source).pathname.startsWith(`${paths.releases}/${remote}/`)
}

const maxResponses = 5

/** Records the responses with an error that a page causes; the check itself answers what isn't a GET request. */
export function recordFailedResponses(tab: Page): { getFindings(address: string): Finding[] } {
  const texts = new Set<string>()
  tab.on('response', (response) => {
    if (isFailure(response)) texts.add(`${response.status()} for ${response.url()}`)
  })
  return {
    getFindings: (address) =>
      [...texts]
        .slice(0, maxResponses)
        .map((text) =>
          failed(
            'response',
            `${address} gets ${text}.`,
            'Correct the address, or do not request what may be missing.',
          ),
        ),
  }
}

// Of the release’s own files, and of the document, other findings tell more. Only a real visitor may use the account API.
function isFailure(response: Response): boolean {
  const request = response.request()
  const { pathname } = new URL(response.url())
  if (response.status() < 400 || request.method() !== 'GET' || request.isNavigationRequest()) return false
  const isOwn = [`${paths.releases}/`, `${paths.account}/`].some((prefix) => pathname.startsWith(prefix))
  return !isOwn && pathname !== paths.discovery
}
