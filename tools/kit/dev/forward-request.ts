import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

/** What belongs to one connection, or to the encoding, which `fetch` removes. */
const ownHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'strict-transport-security',
  'transfer-encoding',
  'upgrade',
])

interface SiteRequest {
  /** An address of the site, which may be another one than the browser's. */
  readonly url: URL
  readonly signal?: AbortSignal
}

/**
 * The address of a request on the site. The path is never resolved as a reference: `//evil.example/` would be another site, which got
 * the cookies of this one.
 */
export function toSiteUrl({ url = '/' }: Pick<IncomingMessage, 'url'>, site: string): URL {
  if (!url.startsWith('/')) throw new Error(`expected a path, got ${url}`)
  return new URL(site + url)
}

/** Sends a request to the site as if the browser were on the site. */
export async function fetchFromSite(
  request: IncomingMessage,
  site: string,
  { url, signal }: SiteRequest,
): Promise<Response> {
  const { method = 'GET' } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return fetch(url, {
    method,
    headers: toSiteHeaders(request, site),
    redirect: 'manual',
    ...(signal && { signal }),
    ...(hasBody && { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: 'half' }),
  })
}

function toSiteHeaders({ headers }: IncomingMessage, site: string): Headers {
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !ownHeaders.has(name)) sent.set(name, String(value))
  if (sent.has('origin')) sent.set('origin', site)
  if (sent.has('referer')) sent.set('referer', `${site}/`)
  return sent
}

/** Sets the status and the headers of a response of the site, whose cookies and redirects then belong to this machine. */
export function copyHead(from: Response, to: ServerResponse, site: string): void {
  to.statusCode = from.status
  for (const [name, value] of from.headers)
    if (!ownHeaders.has(name) && name !== 'set-cookie') to.setHeader(name, value)
  const location = from.headers.get('location')
  if (location?.startsWith(`${site}/`)) to.setHeader('location', location.slice(site.length))
  const cookies = from.headers.getSetCookie().map(toLocalCookie)
  if (cookies.length > 0) to.setHeader('set-cookie', cookies)
}

// Not every browser accepts `Secure` without TLS, not even on this machine, but none accepts these names without it.
const secureName = /^__(?:Secure|Host)-/i

function toLocalCookie(cookie: string): string {
  const local = cookie.replace(/; *Domain=[^;]*/gi, '')
  return secureName.test(cookie) ? local : local.replace(/; *Secure/gi, '')
}

/** Responds to a request with the site's response. */
export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  site: string,
): Promise<void> {
  const received = await fetchFromSite(request, site, { url: toSiteUrl(request, site) })
  copyHead(received, response, site)
  if (received.body === null) return void response.end()
  await pipeline(Readable.fromWeb(received.body as ReadableStream<Uint8Array>), response)
}
