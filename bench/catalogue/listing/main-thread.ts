import type { Browser, Page } from '@playwright/test'
import * as v from 'valibot'

/** What the main thread of a page did, as the browser's own trace tells. */
export interface MainThread {
  /** In the order of their beginnings. */
  readonly tasks: readonly Span[]
  /** When keys went down, in microseconds of the trace. */
  readonly keys: readonly number[]
  /** The input events, which the search answers. */
  readonly inputs: readonly Span[]
  /** The last step of a frame on this thread: what is seen goes to the compositor. */
  readonly frames: readonly Span[]
}

/** A stretch of work. `cpuMs` is processor time: what else the machine does meanwhile is not in it. */
interface Span {
  readonly start: number
  readonly end: number
  readonly cpuMs: number
}

const EventSchema = v.object({
  name: v.string(),
  ph: v.string(),
  pid: v.number(),
  tid: v.number(),
  ts: v.optional(v.number(), 0),
  dur: v.optional(v.number(), 0),
  tdur: v.optional(v.number(), 0),
  args: v.optional(v.object({ data: v.optional(v.object({ type: v.optional(v.string()) })) })),
})
const TraceSchema = v.pipe(v.string(), v.parseJson(), v.object({ traceEvents: v.array(EventSchema) }))
type TraceEvent = v.InferOutput<typeof EventSchema>

/** Traces the page's main thread while `use` runs. */
export async function traceMainThread(page: Page, use: () => Promise<void>): Promise<MainThread> {
  const browser = browserOf(page)
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] })
  await use()
  const trace = v.parse(TraceSchema, (await browser.stopTracing()).toString())
  const events = busiest(trace.traceEvents.filter(({ ph }) => ph === 'X'))
  const dispatched = (type: string) =>
    events.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === type)
  return {
    tasks: events.filter(({ name }) => name === 'ThreadControllerImpl::RunTask').map(spanOf),
    keys: dispatched('keydown').map(({ ts }) => ts),
    inputs: dispatched('input').map(spanOf),
    frames: events.filter(({ name }) => name === 'Layerize').map(spanOf),
  }
}

function browserOf(page: Page): Browser {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser.')
  return browser
}

/** The events of the thread that lays out, in their order: a browser has other renderers, which do nothing. */
function busiest(events: readonly TraceEvent[]): TraceEvent[] {
  const threads = Map.groupBy(events, ({ pid, tid }) => `${pid} ${tid}`)
  const layouts = (thread: readonly TraceEvent[]) => thread.filter(({ name }) => name === 'Layerize').length
  const [main = []] = [...threads.values()].sort((one, other) => layouts(other) - layouts(one))
  return main.sort((one, other) => one.ts - other.ts)
}

function spanOf({ ts, dur, tdur }: TraceEvent): Span {
  return { start: ts, end: ts + dur, cpuMs: tdur / 1000 }
}

/** From each key to the frame that shows what it has changed: processor time of all tasks between, in milliseconds. */
export function getKeyTimes({ tasks, keys, inputs, frames }: MainThread): number[] {
  return keys.flatMap((key) => {
    const input = inputs.find(({ start }) => start > key)
    const frame = input && frames.find(({ start }) => start > input.end)
    if (frame === undefined) return []
    return tasks
      .filter(({ start, end }) => end > key && start < frame.end)
      .reduce((sum, { cpuMs }) => sum + cpuMs, 0)
  })
}

const most = 0.99

/** Processor time that 99 of 100 frames stay within; a pause of the garbage collector falls on the one that is left. */
export function getFrameTime({ tasks, frames }: MainThread): number {
  const drawn = tasks.filter(({ start, end }) =>
    frames.some((frame) => frame.start >= start && frame.end <= end),
  )
  const times = drawn.map(({ cpuMs }) => cpuMs).sort((one, other) => one - other)
  return times[Math.ceil(times.length * most) - 1] ?? 0
}

/** Processor time of the longest task. */
export function getLongestTask({ tasks }: MainThread): number {
  return Math.max(0, ...tasks.map(({ cpuMs }) => cpuMs))
}
