import { consolePaths } from '@portico/protocol/console-paths.ts'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../configuration/configuration.ts'
import { type Html, html } from '../http/html/html.ts'
import { renderPlainPage } from '../http/html/plain-page.ts'
import { isLocalSite } from '../http/network/loopback.ts'

interface LinkOptions {
  readonly configuration: Configuration
  /** Whether the console's server responds. */
  readonly isOpen: () => boolean
}

/** `GET /-/console` of the site leads to the console, which has an origin of its own, or says how to reach it. */
export async function consoleLink(app: FastifyInstance, options: LinkOptions): Promise<void> {
  const { host, publicUrl, console: settings } = options.configuration
  app.get(consolePaths.console, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (settings === null || !options.isOpen()) return reply.code(404).type(type).send(render(unavailable))
    const isReachable = settings.isPublic || isLocalSite(host, publicUrl)
    if (isReachable) return reply.redirect(settings.url, 303)
    return reply.type(type).send(render(describeTunnel(settings.port)))
  })
}

const type = 'text/html; charset=utf-8'
const render = (body: Html) => renderPlainPage({ title: 'Console', body })

const unavailable = html`<p>This server has no console: CONSOLE_PORT is off, or its port was in use when the server started. The server’s log says which.</p>`

function describeTunnel(port: number): Html {
  return html`<p>The console can only be reached from the server’s own machine. Open a tunnel to it:</p>
<pre>ssh -L ${port}:127.0.0.1:${port} ${'<server>'}</pre>
<p>Then open <a href="http://localhost:${port}">http://localhost:${port}</a> and sign in with a token or your account.</p>`
}
