import { get, type IncomingMessage } from 'node:http'
import { isLoopback } from '../../http/network/loopback.ts'
import { Problem } from '../../http/problems/errors.ts'
import { readAtMost } from '../../http/read-at-most.ts'

const maxBytes = 20 * 1024 * 1024 // as much as a whole release may have packed
const timeoutMs = 5_000

/** A local address can't be read; the message says why. */
export class LocalSourceError extends Error {
  override name = 'LocalSourceError'
}

/** Parses the address of a remote under development. Throws `preview-source-invalid`. */
export function parseLocalSource(text: string): string {
  const url = URL.parse(text)
  const isPlain = url !== null && url.username + url.password + url.search + url.hash === ''
  if (isPlain && url.protocol === 'http:' && isLoopback(url.hostname) && url.pathname.endsWith('/'))
    return url.href
  throw new Problem('preview-source-invalid', {
    detail: `Expected a local address such as http://localhost:3001/, got ${JSON.stringify(text.slice(0, 200))}.`,
    hint: 'Serve the built folder, which contains release.json, and end its address with a slash.',
  })
}

/**
 * Fetches a file that another program on this machine serves. Connects directly to 127.0.0.1 or ::1 without a DNS lookup
 * and follows no redirects, so that it can't be led elsewhere. Throws a LocalSourceError.
 */
export async function fetchLocal(from: string, file: string): Promise<Buffer> {
  const { hostname, port, pathname } = new URL(from)
  const path = pathname + file
  const hosts = hostname === 'localhost' ? ['127.0.0.1', '::1'] : [hostname.replace(/^\[|\]$/g, '')]
  let failure: unknown = null
  for (const host of hosts) {
    try {
      const response = await request({ host, port: port === '' ? 80 : Number(port), path })
      return await readBody(response, from + file)
    } catch (error) {
      if (error instanceof LocalSourceError) throw error
      failure = error
    }
  }
  throw new LocalSourceError(`${from} does not respond`, { cause: failure })
}

function request(target: { host: string; port: number; path: string }): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const options = { ...target, agent: false, signal: AbortSignal.timeout(timeoutMs) }
  get(options, resolve).on('error', reject)
  return promise
}

async function readBody(response: IncomingMessage, address: string): Promise<Buffer> {
  if (response.statusCode !== 200) {
    response.destroy()
    throw new LocalSourceError(`${address} responded with ${response.statusCode}`)
  }
  const body = await readAtMost(response, maxBytes)
  if (body === null) throw new LocalSourceError(`${address} is larger than ${maxBytes} bytes`)
  return body
}
