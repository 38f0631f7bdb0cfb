import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Configuration } from '../../configuration/configuration.ts'
import { type ErrorCode, Problem } from '../problems/errors.ts'
import { equalsSecret } from '../signature.ts'
import { isLoopback } from './loopback.ts'

const keyBytes = 32

/**
 * Tells a browser or a program on this machine from one behind a proxy on this machine. Headers can't: nginx needs none to
 * forward a request, nor does a TCP proxy. So the client fetches a key from a port of its own, which only loopback reaches and which
 * no proxy forwards, because it is a different one after each start.
 */
export interface LocalProof {
  /** Whether a text is the key. */
  isKey(text: string | undefined): text is string
  /** Where a browser that knows the site as `hostname` gets the key; from there it returns to `path` with `?key=`. */
  getAddress(hostname: string, path: string): Promise<string>
  stop(): Promise<void>
}

/** Listens once the first address is needed. The site must be a local one. Throws a problem with `code` if it isn't. */
export function createLocalProof(
  { host, publicUrl }: Pick<Configuration, 'host' | 'publicUrl'>,
  code: ErrorCode,
): LocalProof {
  const key = randomBytes(keyBytes).toString('base64url')
  // By address: a site at `localhost` has two, and the browser must reach the same one by the same name.
  const listening = new Map<string, Promise<Server>>()
  const listen = async (address: string) => {
    const server = createServer((request, response) => sendKey(request, response, { key, publicUrl }))
    server.listen(0, address).unref()
    await once(server, 'listening')
    return server
  }
  async function getListeningAddress(address: string): Promise<AddressInfo> {
    const listened = listening.get(address) ?? listen(address)
    listening.set(address, listened)
    try {
      return (await listened).address() as AddressInfo // it listens on a port
    } catch (cause) {
      listening.delete(address) // this machine doesn't have it
      throw new Problem(code, { cause })
    }
  }
  return {
    isKey: (text): text is string => equalsSecret(Buffer.from(text ?? ''), Buffer.from(key)),
    async getAddress(hostname, path) {
      // Never any address that a request names.
      const own = hostname === host && host !== 'localhost' ? host : '127.0.0.1'
      const address = await getListeningAddress(hostname === '[::1]' ? '::1' : own)
      return `http://${hostname}:${address.port}${path}`
    },
    async stop() {
      for (const server of await Promise.all(listening.values())) {
        server.close()
        server.closeAllConnections()
      }
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
