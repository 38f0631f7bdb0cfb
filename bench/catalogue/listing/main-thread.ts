import type { Browser, Page } from '@playwright/test'
import * as v from 'valibot'

/** What a page's main thread did, from the browser's trace. */
export interface MainThread {
  /** In the order of their starts. */
  readonly tasks: readonly Span[]
  /** When keys were pressed, in microseconds of the trace. */
  readonly keys: readonly number[]
  /** The input events, which start a search. */
  readonly inputs: readonly Span[]
  /** The last step of each frame on this thread, before the compositor takes over. */
  readonly frames: readonly Span[]
}

/** A period of work. `cpuMs` is CPU time, which excludes whatever else the machine does. */
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
  const browser = getBrowser(page)
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] })
  await use()
  const trace = v.parse(TraceSchema, (await browser.stopTracing()).toString())
  const events = getMainThreadEvents(trace.traceEvents.filter(({ ph }) => ph === 'X'))
  const dispatched = (type: string) =>
    events.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === type)
  return {
    tasks: events.filter(({ name }) => name === 'ThreadControllerImpl::RunTask').map(toSpan),
    keys: dispatched('keydown').map(({ ts }) => ts),
    inputs: dispatched('input').map(toSpan),
    frames: events.filter(({ name }) => name === 'Layerize').map(toSpan),
  }
}

function getBrowser(page: Page): Browser {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page belongs to no browser.')
  return browser
}

/** The events of the thread with the layouts, in order: other renderers of the browser are idle. */
function getMainThreadEvents(events: readonly TraceEvent[]): TraceEvent[] {
  const threads = Map.groupBy(events, ({ pid, tid }) => `${pid} ${tid}`)
  const layouts = (thread: readonly TraceEvent[]) => thread.filter(({ name }) => name === 'Layerize').length
  const [main = []] = [...threads.values()].sort((a, b) => layouts(b) - layouts(a))
  return main.sort((a, b) => a.ts - b.ts)
}

function toSpan({ ts, dur, tdur }: TraceEvent): Span {
  return { start: ts, end: ts + dur, cpuMs: tdur / 1000 }
}

/** CPU time of all tasks from each key press to the frame with its results, in milliseconds. */
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

const share = 0.99

/** CPU time within which 99 of 100 frames stay; the remaining one allows for a garbage collection. */
export function getFrameTime({ tasks, frames }: MainThread): number {
  const frameTasks = tasks.filter(({ start, end }) =>
    frames.some((frame) => frame.start >= start && frame.end <= end),
  )
  const times = frameTasks.map(({ cpuMs }) => cpuMs).sort((a, b) => a - b)
  return times[Math.ceil(times.length * share) - 1] ?? 0
}

/** CPU time of the longest task, in milliseconds. */
export function getLongestTask({ tasks }: MainThread): number {
  return Math.max(0, ...tasks.map(({ cpuMs }) => cpuMs))
}
