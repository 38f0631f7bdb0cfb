import { get, type IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { isLocalSite, isLoopback } from '../../http/network/loopback.ts'
import { Problem } from '../../http/problems/errors.ts'

const maxBytes = 20 * 1024 * 1024 // as much as a whole release may have packed
const timeoutMs = 5_000

/** What a program of this machine serves cannot be had; the message says why. */
export class LocalSourceError extends Error {
  override name = 'LocalSourceError'
}

/**
 * Whether a request may see what other programs of this machine serve: the site is reached from its own machine only,
 * and by a name of this machine. A name that another site points at 127.0.0.1 is none.
 */
export function isLocalRequest(
  { hostname }: Pick<FastifyRequest, 'hostname'>,
  { host, publicUrl }: Pick<Configuration, 'host' | 'publicUrl'>,
): boolean {
  return isLocalSite(host, publicUrl) && isLoopback(hostname)
}

/** Reads where a remote under development is served. Throws `preview-source-invalid`. */
export function parseLocalSource(text: string): string {
  const url = URL.parse(text)
  const isPlain = url !== null && url.username + url.password + url.search + url.hash === ''
  if (isPlain && url.protocol === 'http:' && isLoopback(url.hostname) && url.pathname.endsWith('/'))
    return url.href
  throw new Problem('preview-source-invalid', {
    detail: `Expected an address of this machine such as http://localhost:3001/, got ${JSON.stringify(text.slice(0, 200))}.`,
    hint: 'Serve the built folder, the one with release.json, and give its address with a slash at its end.',
  })
}

/**
 * Fetches a file that a program of this machine serves. Connects to 127.0.0.1 or ::1 themselves: no name is looked up,
 * and no redirect is followed, so that it leads nowhere else. Throws a LocalSourceError.
 */
export async function fetchLocal(from: string, file: string): Promise<Buffer> {
  const { hostname, port, pathname } = new URL(from)
  const path = pathname + file
  const hosts = hostname === 'localhost' ? ['127.0.0.1', '::1'] : [hostname.replace(/^\[|\]$/g, '')]
  let failure: unknown = null
  for (const host of hosts) {
    try {
      const answer = await ask({ host, port: port === '' ? 80 : Number(port), path })
      return await bodyOf(answer, from + file)
    } catch (error) {
      if (error instanceof LocalSourceError) throw error
      failure = error
    }
  }
  throw new LocalSourceError(`${from} does not answer`, { cause: failure })
}

function ask(where: { host: string; port: number; path: string }): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const options = { ...where, agent: false, signal: AbortSignal.timeout(timeoutMs) }
  get(options, resolve).on('error', reject)
  return promise
}

async function bodyOf(answer: IncomingMessage, address: string): Promise<Buffer> {
  if (answer.statusCode !== 200) {
    answer.destroy()
    throw new LocalSourceError(`${address} answers ${answer.statusCode}`)
  }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new LocalSourceError(`${address} has more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
