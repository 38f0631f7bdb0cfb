import type { IncomingMessage, ServerResponse } from 'node:http'
import { computeIntegrity } from '@portico/shared/release/compute-integrity.ts'

/** Paths of the development server's own, among those of the site. */
export const devPaths = { settings: '/-/dev', script: '/-/dev/reload.js', events: '/-/dev/events' } as const

// A page names the build that it was sent with, so that none is missed between the page and the connection.
const script = `const { searchParams } = new URL(document.currentScript.src)
const events = new EventSource('${devPaths.events}?' + searchParams)
events.addEventListener('reload', () => location.reload())
`

// The page of a site may require it.
const integrity = computeIntegrity(script)

/** Reloads open pages when what they were sent with has changed. */
export interface Reloads {
  /** Adds to a page what reloads it. */
  insert(html: string): string
  sendScript(response: ServerResponse): void
  /** Keeps the connection of a page open. */
  connect(request: IncomingMessage, response: ServerResponse): void
  /** Reloads every open page. */
  reload(): void
}

/** Pages are reloaded through server-sent events, which the site's policy allows: they come from its own origin. */
export function createReloads(): Reloads {
  let build = 0
  const pages = new Set<ServerResponse>()
  const send = (page: ServerResponse) => page.write('event: reload\ndata:\n\n')
  return {
    insert: (html) =>
      html.replace(
        '</head>',
        `<script src="${devPaths.script}?build=${build}" integrity="${integrity}" crossorigin="anonymous"></script></head>`,
      ),
    sendScript(response) {
      response.setHeader('content-type', 'text/javascript; charset=utf-8')
      response.end(script)
    },
    connect({ url = '' }, response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.flushHeaders()
      pages.add(response)
      response.on('close', () => pages.delete(response))
      if (new URLSearchParams(url.split('?')[1]).get('build') !== String(build)) send(response)
    },
    reload() {
      build += 1
      for (const page of pages) send(page)
    },
  }
}
