import type { Finding } from '@portico/protocol/publish/release-api.ts'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import type { CDPSession, Page } from 'playwright-core'
import * as v from 'valibot'
import { failed } from '../findings.ts'
import { emptyPage } from './insert-release.ts'
import {
  createBlockingFinding,
  findLongest,
  isOfRelease,
  type PageBudget,
  readCosts,
} from './record-costs.ts'
import { describePosition } from './source-position.ts'
import { visitScript } from './visit-script.ts'

/** Visits in which the shell and React set up what stays. */
const warmUpVisits = 3
const visits = 20
/** What still runs after this time goes on. */
const settleMs = 600
const searchMs = 3_000

const HeldSchema = v.object({ kind: v.string(), stack: v.string(), since: v.number() })
type Held = v.InferOutput<typeof HeldSchema>

const SpanSchema = v.object({ start: v.number(), end: v.number() })
const UsedSchema = v.object({
  /** When the first control was used. */
  since: v.number(),
  /** How long each has kept the browser busy. */
  controls: v.array(v.object({ name: v.string(), ms: v.number() })),
})
const LeftSchema = v.object({
  left: v.number(),
  held: v.array(HeldSchema),
  /** Attributes of html and body, and elements in them, that were not there when the document was opened. */
  document: v.array(v.string()),
  titles: v.array(v.string()),
})
const VisitedSchema = v.object({ visits: v.array(SpanSchema), held: v.array(HeldSchema) })

/** A page that has mounted, and its release. */
export interface CheckedPage {
  readonly address: string
  readonly folder: string
  readonly record: Pick<ReleaseRecord, 'remote' | 'baseUrl'>
  readonly budget: PageBudget
}

/** Installs what `checkLeftovers` needs, before the first script of a page. */
export async function watchLeftovers(tab: Page, detector: string): Promise<void> {
  const module = detector.replaceAll(/^export /gm, '')
  await tab.addInitScript({ content: `(() => { ${module}\n${visitScript} })()` })
}

/**
 * Uses each control of a page once, leaves the page through the shell's navigation and reports what stays. Then visits it twenty times
 * and reports what grows.
 */
export async function checkLeftovers(tab: Page, page: CheckedPage): Promise<Finding[]> {
  const used = v.parse(UsedSchema, await tab.evaluate(`releaseCheckVisit.use(${page.budget.blockingMs})`))
  const left = v.parse(LeftSchema, await evaluate(tab, 'leave', settleMs))
  const blocking = used.controls
    .filter(({ ms }) => ms > page.budget.blockingMs)
    .map(({ name, ms }) =>
      createBlockingFinding(`“${name}” on ${page.address} blocks the browser`, ms, page.budget),
    )
  const search = await checkSearch(tab, page)
  const { growing, findings } = await checkVisits(tab, page)
  const stays = listStays(page, { ...left, since: used.since, growing })
  return [...blocking, ...stays, ...search, ...findings]
}

function evaluate(tab: Page, name: 'leave' | 'visit', count: number): Promise<unknown> {
  return tab.evaluate(`releaseCheckVisit.${name}(${JSON.stringify(emptyPage)}, ${count})`)
}

interface Left extends v.InferOutput<typeof LeftSchema>, Pick<v.InferOutput<typeof UsedSchema>, 'since'> {
  /** What more is held of after every visit. */
  readonly growing: readonly Held[]
}

function listStays(page: CheckedPage, { since, left, growing, held, document, titles }: Left): Finding[] {
  const own = held.filter((it) => isOwn(it, page))
  const added = own.filter((it) => it.since >= since && !isOnce(it, left))
  const once = own.filter(
    (it) => it.since < since && isListener(it) && !growing.some(({ kind }) => kind === it.kind),
  )
  // Packages set up once what all their components need; a team can't change that.
  const loaded = describeHeld(once, page).filter((what) => !what.includes('node_modules/'))
  const [first, last] = titles
  return [
    ...document.map((what) => stay(page, what, 'Take it back in the function that an effect returns.')),
    ...[...new Set([...loaded, ...describeHeld(added, page)])].map((what) => stay(page, what, useSignal)),
    ...(first === last ? [] : [stay(page, `What changes the title to “${last}”`, useSignal)]),
  ]
}

const useSignal =
  'End it with `host.signal`: pass it to addEventListener and fetch, and clear timers when it aborts.'

function stay({ address }: CheckedPage, what: string, hint: string): Finding {
  return failed('leftovers', `${what} stays after ${address} has been left.`, hint)
}

function isListener({ kind }: Held): boolean {
  return / on (?:window|document|body|html)$/.test(kind)
}

/** A timer that fires once and was started before the page was left soon ends. */
function isOnce({ kind, since }: Held, left: number): boolean {
  return (kind === 'setTimeout' || kind === 'requestAnimationFrame') && since < left + settleMs / 2
}

interface Caller {
  readonly url: string
  readonly line: number
  readonly column: number
}

/** Who has added something; null: the browser doesn't say. */
function findCaller({ stack }: Held): Caller | null {
  for (const frame of stack.split('\n')) {
    const start = frame.search(/https?:/)
    const parts = frame.replace(/\)$/, '').slice(start).split(':')
    const [line, column] = parts.splice(-2).map(Number)
    if (start >= 0 && line && column) return { url: parts.join(':'), line: line - 1, column: column - 1 }
  }
  return null
}

function isOwn(held: Held, { record }: CheckedPage): boolean {
  const caller = findCaller(held)
  return caller !== null && isOfRelease(caller.url, record)
}

/** What is held, with its place in the sources, each once. */
function describeHeld(held: readonly Held[], { folder }: CheckedPage): string[] {
  const texts = held.map((it) => {
    const caller = findCaller(it)
    if (caller === null) return it.kind
    const file = new URL(caller.url).pathname.replace(/^\/r\/[^/]+\/[^/]+\/(?:~\d+\/)?/, '')
    return `${it.kind} (${describePosition(folder, { ...caller, file })})`
  })
  return [...new Set(texts)]
}

async function checkSearch(tab: Page, page: CheckedPage): Promise<Finding[]> {
  const shortcut = tab.locator('[aria-keyshortcuts~="Control+K"]').first()
  if (!(await shortcut.isVisible())) return []
  await tab.keyboard.press('Control+k')
  const dialog = tab.locator('dialog[open]').first()
  const isOpen = await dialog.waitFor({ timeout: searchMs }).then(
    () => true,
    () => false,
  )
  if (!isOpen)
    return [
      failed(
        'leftovers',
        `Ctrl+K no longer opens the site’s search after ${page.address} has been left.`,
        useSignal,
      ),
    ]
  await dialog.evaluate('(dialog) => dialog.close()')
  return []
}

async function checkVisits(tab: Page, page: CheckedPage) {
  const session = await tab.context().newCDPSession(tab)
  const before = await visit(tab, warmUpVisits)
  const heap = [await measureHeap(session)]
  const after = await visit(tab, visits)
  heap.push(await measureHeap(session))
  if (isOver(getGrowth(heap), page.budget)) {
    // Caches are full by now, and a leak grows again.
    await visit(tab, visits)
    heap.push(await measureHeap(session))
  }
  const { scripts } = await readCosts(tab)
  const longest = after.visits.map(
    ({ start, end }) =>
      findLongest(scripts.filter((script) => script.start >= start && script.start < end))?.ms ?? 0,
  )
  const growing = findGrowing(before.held, after.held)
  const findings = [
    ...createLeak(page, growing),
    ...createGrowth(page, getGrowth(heap)),
    ...createBlocking(page, Math.min(...longest)),
  ]
  return { growing, findings }
}

async function visit(tab: Page, times: number): Promise<v.InferOutput<typeof VisitedSchema>> {
  return v.parse(VisitedSchema, await evaluate(tab, 'visit', times))
}

async function measureHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

/** The smallest growth between two of these sizes. */
function getGrowth(heap: readonly number[]): number {
  return Math.min(...heap.slice(1).map((bytes, at) => bytes - (heap[at] ?? bytes)))
}

const megabyte = 1_000_000

function isOver(growth: number, { memoryGrowth }: PageBudget): boolean {
  return growth > memoryGrowth * megabyte
}

/** One of each kind that there is more of after every visit. */
function findGrowing(before: readonly Held[], after: readonly Held[]): Held[] {
  const count = (held: readonly Held[], kind: string) => held.filter((it) => it.kind === kind).length
  const kinds = new Map(after.map((it) => [it.kind, it]))
  return [...kinds.values()].filter(({ kind }) => count(after, kind) - count(before, kind) >= visits)
}

function createLeak(page: CheckedPage, held: readonly Held[]): Finding[] {
  if (held.length === 0) return []
  const message = `${page.address} leaks every time a visitor leaves it: ${describeHeld(held, page).join(', ')}.`
  const hint = 'Remove listeners and clear timers in the function that an effect returns.'
  return [failed('conformance', message, hint)]
}

function createGrowth({ address, budget }: CheckedPage, growth: number): Finding[] {
  if (!isOver(growth, budget)) return []
  const found = `${(growth / megabyte).toFixed(1)} MB over ${visits} visits`
  return [
    failed(
      'leftovers',
      `${address} makes the memory grow by ${found}, at most ${budget.memoryGrowth} MB is allowed.`,
      'Remove what a page has stored outside of itself when it is left, or raise `budget.memoryGrowth` in manifest.ts.',
    ),
  ]
}

function createBlocking({ address, budget }: CheckedPage, ms: number): Finding[] {
  if (ms <= budget.blockingMs) return []
  return [createBlockingFinding(`${address} blocks the browser each time it is opened`, ms, budget)]
}
