import { createPath, type Location } from 'react-router'
import * as v from 'valibot'
import { createKey } from './create-location.ts'

/** The part of a window that the history needs. */
export interface HistoryWindow {
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash'> & {
    readonly origin: string
    assign(url: string): void
    replace(url: string): void
    reload(): void
  }
  addEventListener(type: 'popstate', listener: () => void): void
}

/** The browser's history of this tab. */
export interface BrowserHistory {
  readonly origin: string
  /** The entry of the page that is open or opening. */
  readonly location: Location
  push(location: Location): void
  replace(location: Location): void
  /** Loads a page in a new document: in a new entry, instead of this one, or in the one whose address the browser shows. */
  load(location: Location, method: 'push' | 'replace' | 'reload'): void
  /** Moves by `delta` entries; the browser does so later. */
  go(delta: number): void
  /** Follows the visitor's moves to other entries. */
  listen(listener: MoveListener): void
}

/** Is told of Back and Forward, after the browser has changed the address. */
export interface MoveListener {
  /** Whether the visitor may move. If not, the browser returns; `repeat` then moves again without asking. */
  mayMove(location: Location, repeat: () => void): boolean
  onMove(location: Location): void
}

/** Moves that come faster than this, such as those of a key that is held down, are undone together. */
const undoPauseMs = 100

/** Opens the browser's history. Gives the current entry a position and a unique key, unless it has them. */
export function createBrowserHistory(window: HistoryWindow): BrowserHistory {
  const { history, location } = window
  let entry = readEntry(history, 0)
  /** Ends when the browser has returned from a move that was not allowed. */
  let undo: PromiseWithResolvers<void> | null = null
  let undoTimer: ReturnType<typeof setTimeout> | undefined
  let isConfirmed = false

  function write(method: 'push' | 'replace', { state: usr, key, ...path }: Location): void {
    const url = location.origin + createPath(path)
    const next = { usr, key, idx: method === 'push' ? entry.idx + 1 : entry.idx }
    try {
      if (method === 'push') history.pushState(next, '', url)
      else history.replaceState(next, '', url)
      entry = next
    } catch {
      // Browsers limit how often a page may write. They never refuse to load it.
      loadDocument(location, url, method)
    }
  }

  function handlePop({ mayMove, onMove }: MoveListener) {
    // A link to an anchor that the browser itself has followed adds an entry without state.
    const next = readEntry(history, entry.idx + 1)
    const delta = next.idx - entry.idx
    if (undo !== null) return continueUndo(delta)
    const repeat = () => {
      isConfirmed = true
      history.go(delta)
    }
    const here = toLocation(location, next)
    if (isConfirmed || mayMove(here, () => void (undo === null ? repeat() : undo.promise.then(repeat)))) {
      isConfirmed = false
      entry = next
      onMove(here)
    } else if (delta !== 0) {
      undo = Promise.withResolvers()
      history.go(-delta)
    }
  }

  /** The browser has moved by `delta`: it has returned, or the visitor has moved once more meanwhile. */
  function continueUndo(delta: number): void {
    clearTimeout(undoTimer)
    if (delta !== 0) undoTimer = setTimeout(() => history.go(-delta), undoPauseMs)
    else {
      undo?.resolve()
      undo = null
    }
  }

  return {
    origin: location.origin,
    get location() {
      return toLocation(location, entry)
    },
    push: (next) => write('push', next),
    replace: (next) => write('replace', next),
    load: (next, method) => loadDocument(location, location.origin + createPath(next), method),
    go: (delta) => history.go(delta),
    listen: (listener) => window.addEventListener('popstate', () => handlePop(listener)),
  }
}

/** Reads the entry of the address bar; `idx` is its position if it has none. */
function readEntry(history: HistoryWindow['history'], idx: number): EntryState {
  const { usr = null, key, idx: known } = parseEntryState(history.state)
  const read = { usr, key: key ?? createKey(), idx: known ?? idx }
  if (key === undefined || known === undefined) history.replaceState(read, '')
  return read
}

function toLocation(
  { pathname, search, hash }: HistoryWindow['location'],
  { usr, key }: EntryState,
): Location {
  return { pathname, search, hash, state: usr, key }
}

function loadDocument(
  location: HistoryWindow['location'],
  url: string,
  method: Parameters<BrowserHistory['load']>[1],
): void {
  if (method === 'push') location.assign(url)
  else if (method === 'replace') location.replace(url)
  else location.reload()
}

/**
 * The state of a history entry. React Router's own history writes the same, so Back also works between entries of this version
 * of the shell and of earlier ones, which used it.
 */
interface EntryState {
  /** What the page stores with the entry. */
  readonly usr: unknown
  /** Unique among the entries of this tab. */
  readonly key: string
  /** The entry's position among them. */
  readonly idx: number
}

const EntryStateSchema = v.fallback(
  v.object({
    usr: v.optional(v.unknown()),
    key: v.fallback(v.optional(v.string()), undefined),
    idx: v.fallback(v.optional(v.number()), undefined),
  }),
  {},
)

/** Reads the state of an entry, which anything can have written: fields of another type are missing. */
function parseEntryState(state: unknown): v.InferOutput<typeof EntryStateSchema> {
  return v.parse(EntryStateSchema, state)
}
