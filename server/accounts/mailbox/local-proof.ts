import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Configuration } from '../../configuration/configuration.ts'
import { isLoopback } from '../../http/network/loopback.ts'

const keyBytes = 32

/**
 * Tells a browser on this machine from one behind a proxy on this machine. Headers can't: nginx needs none to forward a
 * request, nor does a TCP proxy. So the browser fetches a key from a port of its own, which only loopback reaches and which
 * no proxy forwards, because it is a different one after each start.
 */
export interface LocalProof {
  /** Whether a text is the key. */
  isKey(text: string | undefined): text is string
  /** Where a browser that knows the site as `hostname` gets the key; from there it returns to `path` with `?key=`. */
  getAddress(hostname: string, path: string): Promise<string>
  stop(): Promise<void>
}

/** Listens once the first address is needed. The site must be a local one. */
export function createLocalProof({ host, publicUrl }: Pick<Configuration, 'host' | 'publicUrl'>): LocalProof {
  const key = randomBytes(keyBytes).toString('base64url')
  let listening: Promise<Server> | undefined
  const listen = async () => {
    const server = createServer((request, response) => sendKey(request, response, { key, publicUrl }))
    server.listen(0, host.replace(/^\[|\]$/g, '')).unref()
    await once(server, 'listening')
    return server
  }
  return {
    isKey(text): text is string {
      const [given, expected] = [Buffer.from(text ?? ''), Buffer.from(key)]
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
    async getAddress(hostname, path) {
      listening ??= listen()
      const address = (await listening).address()
      const port = typeof address === 'object' ? address?.port : undefined
      return `http://${hostname}:${port}${path}`
    },
    async stop() {
      const server = await listening
      server?.close()
      server?.closeAllConnections()
    },
  }
}

interface KeyOptions {
  readonly key: string
  readonly publicUrl: string
}

/** Sends a browser back to the site, with the key. Never elsewhere, and never under a name that another site points here. */
function sendKey(request: IncomingMessage, response: ServerResponse, { key, publicUrl }: KeyOptions): void {
  const from = URL.parse(`http://${request.headers.host}`)
  if (from === null || !isLoopback(from.hostname)) {
    response.writeHead(404).end()
    return
  }
  const back = new URL(publicUrl)
  back.hostname = from.hostname
  back.pathname = request.url ?? ''
  back.search = `?key=${key}`
  response.writeHead(303, { location: back.href, 'cache-control': 'no-store' }).end()
}
