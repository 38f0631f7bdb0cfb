import type { IncomingMessage, ServerResponse } from 'node:http'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { devPaths, pageScript } from './page-script.ts'

// The page of a site may require it.
const integrity = computeIntegrity(pageScript)

/** The pages that are open in browsers. */
export type OpenPages = ReturnType<typeof createOpenPages>

/** Pages are notified through server-sent events, which the site's policy allows: they come from its own origin. */
export function createOpenPages() {
  let state = 0
  let shown: string | null = null
  const pages = new Set<ServerResponse>()
  const send = (page: ServerResponse, event: 'reload' | 'errors', data: string | null) =>
    page.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  return {
    /** Adds to a page what connects it. */
    insert: (html: string) =>
      html.replace(
        '</head>',
        `<script src="${devPaths.script}?state=${state}" integrity="${integrity}" crossorigin="anonymous"></script></head>`,
      ),
    sendScript(response: ServerResponse) {
      response.setHeader('content-type', 'text/javascript; charset=utf-8')
      response.end(pageScript)
    },
    /** Keeps the connection of a page open. */
    connect({ url = '' }: IncomingMessage, response: ServerResponse) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.flushHeaders()
      pages.add(response)
      response.on('close', () => pages.delete(response))
      if (new URLSearchParams(url.split('?')[1]).get('state') !== String(state))
        send(response, 'reload', null)
      else if (shown !== null) send(response, 'errors', shown)
    },
    /** Reloads every page, because something else than the code of its components has changed. */
    reload() {
      state += 1
      for (const page of pages) send(page, 'reload', null)
    },
    /** Shows the errors of the last build; null: it has none. */
    showErrors(errors: string | null) {
      if (errors === shown) return
      shown = errors
      for (const page of pages) send(page, 'errors', errors)
    },
  }
}
