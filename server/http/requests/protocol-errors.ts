import {
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Duplex } from 'node:stream'
import * as v from 'valibot'
import type { Configuration } from '../../configuration/configuration.ts'
import type { GetSecurityHeaders } from '../security-headers/security-headers.ts'

/** An error of Node's parser. Its reason is one of a few fixed texts. */
const ParserErrorSchema = v.object({
  code: v.fallback(v.string(), ''),
  reason: v.fallback(v.string(), 'it can’t be parsed'),
})

// Node has no public name for the response that is being sent, in the middle of which nothing may be written.
const BusySocketSchema = v.object({
  _httpMessage: v.object({ headersSent: v.literal(true), writableEnded: v.literal(false) }),
})

type Deadline = Pick<Configuration, 'requestDeadlineMs'>

interface Refusal {
  readonly status: number
  /** What is wrong. */
  readonly text: string
}

/**
 * Lets `server` explain in plain text why it doesn't understand a request, with the security headers of the site, and closes the
 * connection. Node's own responses have neither.
 */
export function explainProtocolErrors(
  server: Server,
  getHeaders: GetSecurityHeaders,
  deadline: Deadline,
): void {
  server.on('clientError', (error, socket) => {
    const { code, reason } = v.parse(ParserErrorSchema, error)
    if (code === 'HPE_CLOSED_CONNECTION') return // the client wants one more response, which closes the connection
    if (socket.writable && !v.is(BusySocketSchema, socket))
      writeRefusal(socket, explain(code, reason, deadline), getHeaders)
    else if (!socket.writableEnded) socket.destroy() // otherwise it ends with its refusal
  })
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    sendRefusal(
      response,
      { status: 417, text: 'The only possible expectation is 100-continue.' },
      getHeaders,
    ),
  )
}

/**
 * Leaves to `listener` what has exactly one `Host` (RFC 9112, 3.2), and a valid one. Node takes the first of several, and a proxy may
 * have taken the last.
 */
export function requireHost(listener: RequestListener, getHeaders: GetSecurityHeaders): RequestListener {
  let valid = '' // the last one: nearly all requests have the same
  return (request, response) => {
    const { host } = request.headers
    const hosts = countHosts(request.rawHeaders)
    if (hosts === 1 && host !== undefined && (host === valid || isValidHost(host))) {
      valid = host
      return listener(request, response)
    }
    if (hosts === 0 && request.httpVersion === '1.0') return listener(request, response)
    const text =
      hosts === 1
        ? 'The Host header must be a host name or an IP address, with a port or without.'
        : `A request must have exactly one Host header. This one has ${hosts}.`
    sendRefusal(response, { status: 400, text }, getHeaders)
  }
}

const maxHostLength = 260 // a name of 253 bytes (RFC 1035), a trailing dot and a port
const maxPort = 65_535
// A name of labels, or an IPv6 address (RFC 3986, 3.2.2). Names in private networks may have underscores. Browsers encode other scripts
// in ASCII.
const hostPattern =
  /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?|\[[\da-f:]+(?:\d+\.\d+\.\d+\.\d+)?\])(?::(\d{0,5}))?$/i

function isValidHost(host: string): boolean {
  if (host.length > maxHostLength) return false
  const match = hostPattern.exec(host)
  return match !== null && Number(match[1] ?? 0) <= maxPort
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    // On every request: hardly any other name is as long.
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

function explain(code: string, reason: string, { requestDeadlineMs }: Deadline): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        text: `The address and the headers of a request may have ${maxHeaderSize} bytes together. If a browser sent this one, deleting the cookies of this site helps.`,
      }
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 413, text: 'The chunk extensions of the request are too large.' }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, text: `The headers of a request have to arrive within ${requestDeadlineMs} ms.` }
    default:
      return { status: 400, text: `This is not a valid HTTP/1.1 request: ${reason}.` }
  }
}

function sendRefusal(
  response: ServerResponse,
  { status, text }: Refusal,
  getHeaders: GetSecurityHeaders,
): void {
  response.writeHead(status, toHeaders(text, getHeaders)).end(`${text}\n`)
}

/** Writes a whole response where there is no request that it could belong to. */
function writeRefusal(socket: Duplex, { status, text }: Refusal, getHeaders: GetSecurityHeaders): void {
  const headers = { date: new Date().toUTCString(), ...toHeaders(text, getHeaders) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n')
  socket.end(`${head}${text}\n`, () => socket.destroy())
}

function toHeaders(text: string, getHeaders: GetSecurityHeaders): Record<string, string> {
  return {
    ...getHeaders(),
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(text) + 1),
    'cache-control': 'no-store',
    connection: 'close',
  }
}
