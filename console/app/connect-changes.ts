import { checkSession } from './check-session.ts'

/** After this long without an event, what is shown may be old. The server sends a heartbeat every 10 s. */
const quietMs = 30_000
const reconnectMs = 5_000

interface ChangeListener {
  readonly onChange: () => void
  /** When the server was last heard of, once that is too long ago; null: it is back. */
  readonly onStale: (since: number | null) => void
}

/**
 * Listens to `GET /changes` while the page is visible, and connects again after a failure. A hidden page would take one of the few
 * connections that a browser has for an origin. Returns a function that stops.
 */
export function connectChanges({ onChange, onStale }: ChangeListener): () => void {
  let heardAt = Date.now()
  let quiet: ReturnType<typeof setTimeout> | undefined
  let reconnect: ReturnType<typeof setTimeout> | undefined
  let source: EventSource | undefined
  const goStale = () => onStale(heardAt)
  const hear = () => {
    heardAt = Date.now()
    onStale(null)
    clearTimeout(quiet)
    quiet = setTimeout(goStale, quietMs)
  }
  const stop = () => {
    source?.close()
    clearTimeout(quiet)
    clearTimeout(reconnect)
  }
  const connect = () => {
    stop()
    quiet = setTimeout(goStale, quietMs)
    const opened = new EventSource('/changes')
    source = opened
    opened.addEventListener('open', () => {
      hear()
      onChange() // what was missed in between
    })
    opened.addEventListener('heartbeat', hear)
    opened.addEventListener('change', () => {
      hear()
      onChange()
    })
    opened.addEventListener('error', () => {
      if (Date.now() - heardAt >= quietMs) goStale()
      // A browser reconnects by itself, unless the server refused: then the session may have ended.
      if (opened.readyState !== EventSource.CLOSED) return
      void checkSession()
      reconnect = setTimeout(connect, reconnectMs)
    })
  }
  const follow = () => (document.visibilityState === 'visible' ? connect() : stop())
  follow()
  document.addEventListener('visibilitychange', follow)
  window.addEventListener('offline', goStale)
  window.addEventListener('online', follow)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', follow)
    window.removeEventListener('offline', goStale)
    window.removeEventListener('online', follow)
  }
}
