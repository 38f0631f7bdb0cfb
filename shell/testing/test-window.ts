import type { HistoryWindow } from '../navigation/browser-history.ts'

const origin = 'https://site.example'

/** A window whose history moves as a browser's: later, and with an event. */
export interface TestWindow extends HistoryWindow {
  /** What the address bar shows. */
  address(): string
  /** The keys and positions of all entries. */
  readonly entries: readonly { readonly url: string; readonly state: unknown }[]
  /** Moves by `delta` entries, as the visitor does with Back and Forward. Resolves once the page knows. */
  move(delta: number): Promise<void>
  /** Follows a link to an anchor without the page's help. */
  followAnchor(hash: string): void
  /** What `location.assign` or `replace` has loaded. */
  readonly loaded: readonly string[]
  /** Makes the browser refuse to write its history, as after too many updates. */
  refuseWrites(): void
  /** Makes a move that the page requests end one that is under way. */
  dropMoves(): void
}

/** Creates a window at the given address, whose entry has `state`. */
export function createTestWindow(at: string, state: unknown = null): TestWindow {
  const entries = [{ url: new URL(origin + at).href, state }]
  const listeners = new Set<() => void>()
  const loaded: string[] = []
  let position = 0
  let isRefusing = false
  let isDropping = false
  let requested = 0

  const read = () => new URL(entries[position]?.url ?? origin)
  const write = (next: unknown, url: string | URL | null | undefined, start: number) => {
    if (isRefusing) throw new DOMException('Too many calls', 'SecurityError')
    entries.splice(start, start > position ? entries.length : 1, {
      url: new URL(url ?? read(), origin).href,
      state: structuredClone(next),
    })
    position = start
  }
  const move = (delta: number, isDropped = () => false): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(() => {
        if (!isDropped() && delta !== 0 && entries[position + delta] !== undefined) {
          position += delta
          for (const notify of listeners) notify()
        }
        resolve()
      })
    })

  return {
    entries,
    loaded,
    address: () => read().href.slice(origin.length),
    move: (delta) => move(delta),
    followAnchor(hash) {
      write(null, `#${hash}`.length > 1 ? new URL(`#${hash}`, read()) : read(), position + 1)
      for (const notify of listeners) notify()
    },
    refuseWrites() {
      isRefusing = true
    },
    dropMoves() {
      isDropping = true
    },
    history: {
      get state() {
        return structuredClone(entries[position]?.state)
      },
      pushState: (next, _, url) => write(next, url, position + 1),
      replaceState: (next, _, url) => write(next, url, position),
      go(delta = 0) {
        requested += 1
        const request = requested
        void move(delta, () => isDropping && request !== requested)
      },
    },
    location: {
      origin,
      get pathname() {
        return read().pathname
      },
      get search() {
        return read().search
      },
      get hash() {
        return read().hash
      },
      assign: (url) => void loaded.push(url),
      replace: (url) => void loaded.push(url),
      reload: () => void loaded.push(read().href),
    },
    addEventListener: (_, listener) => void listeners.add(listener),
  }
}
