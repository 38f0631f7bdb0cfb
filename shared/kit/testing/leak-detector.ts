type Listening = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/** A listener, or a timer. */
interface Held {
  /** Such as `resize on window` or `setInterval`. */
  readonly kind: string
  /** Who added it: the stack, from the caller on. */
  readonly stack: string
  /** When, by `performance.now()`. */
  readonly since: number
}

/** Tracks active listeners and pending timers: see `detectLeaks`. */
export interface LeakDetector {
  /** Lists each listener on window, document and media queries, and each timer that has neither fired nor been cleared. */
  outstanding(): string[]
  /** The same with who added them, and when. */
  trace(): Held[]
  /** Also tracks the listeners of an element. */
  watch(element: Listening, name: string): void
  stop(): void
}

/** Starts tracking by replacing the window's functions. */
export function detectLeaks(): LeakDetector {
  const held = new Map<string, Held>()
  const undo = [
    countListeners(window, 'window', held),
    countListeners(document, 'document', held),
    countMediaQueries(held),
    countTimers(['setTimeout', 'clearTimeout'], held),
    countTimers(['setInterval', 'clearInterval'], held),
    countTimers(['requestAnimationFrame', 'cancelAnimationFrame'], held),
  ]
  return {
    outstanding: () => [...held.values()].map(({ kind }) => kind).sort(),
    trace: () => [...held.values()],
    watch: (element, name) => void undo.push(countListeners(element, name, held)),
    stop: () => {
      for (const restore of undo) restore()
    },
  }
}

function hold(kind: string): Held {
  return { kind, stack: new Error().stack?.split('\n').slice(3).join('\n') ?? '', since: performance.now() }
}

const identities = new WeakMap<object, number>()
let known = 0

function getIdentity(thing: object): number {
  const number = identities.get(thing) ?? ++known
  identities.set(thing, number)
  return number
}

function countListeners(target: Listening, name: string, held: Map<string, Held>): () => void {
  const { addEventListener: add, removeEventListener: remove } = target
  const getKey = (type: string, listener: object, options?: boolean | EventListenerOptions) => {
    const isCapture = typeof options === 'boolean' ? options : options?.capture === true
    return `${getIdentity(target)} ${type} ${isCapture} ${getIdentity(listener)}`
  }
  target.addEventListener = (type, listener, options) => {
    add.call(target, type, listener, options)
    if (listener === null) return
    const key = getKey(type, listener, options)
    held.set(key, hold(`${type} on ${name}`))
    if (typeof options === 'object') options.signal?.addEventListener('abort', () => held.delete(key))
  }
  target.removeEventListener = (type, listener, options) => {
    remove.call(target, type, listener, options)
    if (listener !== null) held.delete(getKey(type, listener, options))
  }
  return () => Object.assign(target, { addEventListener: add, removeEventListener: remove })
}

function countMediaQueries(held: Map<string, Held>): () => void {
  const { matchMedia } = window
  window.matchMedia = (query) => {
    const list = matchMedia.call(window, query)
    countListeners(list, query, held)
    return list
  }
  return () => Object.assign(window, { matchMedia })
}

type Start = 'setTimeout' | 'setInterval' | 'requestAnimationFrame'
type End = 'clearTimeout' | 'clearInterval' | 'cancelAnimationFrame'

function countTimers([start, end]: readonly [Start, End], held: Map<string, Held>): () => void {
  const before = { [start]: window[start], [end]: window[end] }
  const begin: unknown = window[start]
  const cancel: unknown = window[end]
  if (typeof begin !== 'function' || typeof cancel !== 'function') return () => {}
  const counted = (work: (...given: unknown[]) => void, ...rest: unknown[]) => {
    const fire = (...given: unknown[]) => {
      if (start !== 'setInterval') held.delete(key)
      work(...given)
    }
    const id: unknown = begin.call(window, fire, ...rest)
    const key = `${start} ${getTimerKey(id)}`
    held.set(key, hold(start))
    return id
  }
  const cleared = (id: unknown) => {
    held.delete(`${start} ${getTimerKey(id)}`)
    cancel.call(window, id)
  }
  Object.assign(window, { [start]: counted, [end]: cleared })
  return () => Object.assign(window, before)
}

// A timer is an object in Node and a number in browsers.
function getTimerKey(id: unknown): string {
  return typeof id === 'object' && id !== null ? `object ${getIdentity(id)}` : String(id)
}
