/** Counts what is still listening and still waiting: see `watchLeaks`. */
export interface LeakDetector {
  /** Each listener on window, document and media queries, and each timer that has neither fired nor been cleared. */
  outstanding(): string[]
  stop(): void
}

type Listening = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/** Begins to count, by standing in for the functions of the window. */
export function detectLeaks(): LeakDetector {
  const held = new Map<string, string>()
  const undo = [
    countListeners(window, 'window', held),
    countListeners(document, 'document', held),
    countMediaQueries(held),
    countTimers(['setTimeout', 'clearTimeout'], held),
    countTimers(['setInterval', 'clearInterval'], held),
    countTimers(['requestAnimationFrame', 'cancelAnimationFrame'], held),
  ]
  return {
    outstanding: () => [...held.values()].sort(),
    stop: () => {
      for (const restore of undo) restore()
    },
  }
}

const identities = new WeakMap<object, number>()
let known = 0

function identityOf(thing: object): number {
  const number = identities.get(thing) ?? ++known
  identities.set(thing, number)
  return number
}

function countListeners(target: Listening, name: string, held: Map<string, string>): () => void {
  const { addEventListener: add, removeEventListener: remove } = target
  const keyOf = (type: string, listener: object, options?: boolean | EventListenerOptions) => {
    const isCapture = typeof options === 'boolean' ? options : options?.capture === true
    return `${identityOf(target)} ${type} ${isCapture} ${identityOf(listener)}`
  }
  target.addEventListener = (type, listener, options) => {
    add.call(target, type, listener, options)
    if (listener === null) return
    const key = keyOf(type, listener, options)
    held.set(key, `${type} on ${name}`)
    if (typeof options === 'object') options.signal?.addEventListener('abort', () => held.delete(key))
  }
  target.removeEventListener = (type, listener, options) => {
    remove.call(target, type, listener, options)
    if (listener !== null) held.delete(keyOf(type, listener, options))
  }
  return () => Object.assign(target, { addEventListener: add, removeEventListener: remove })
}

function countMediaQueries(held: Map<string, string>): () => void {
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

function countTimers([start, end]: readonly [Start, End], held: Map<string, string>): () => void {
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
    const key = `${start} ${keyOfTimer(id)}`
    held.set(key, start)
    return id
  }
  const cleared = (id: unknown) => {
    held.delete(`${start} ${keyOfTimer(id)}`)
    cancel.call(window, id)
  }
  Object.assign(window, { [start]: counted, [end]: cleared })
  return () => Object.assign(window, before)
}

// A timer of Node is an object, one of a browser a number.
function keyOfTimer(id: unknown): string {
  return typeof id === 'object' && id !== null ? `object ${identityOf(id)}` : String(id)
}
