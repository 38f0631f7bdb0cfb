import {
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import { maxPort } from '@portico/protocol/max-port.ts'
import * as v from 'valibot'
import type { Configuration } from '../../configuration/configuration.ts'
import type { SecurityReason } from '../security-events.ts'
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
  readonly text: string
  readonly reason: SecurityReason
}

export interface RefusalOptions {
  readonly getHeaders: GetSecurityHeaders
  /** Counts and logs it; `address` is the other end of the connection. */
  report(address: string, reason: SecurityReason): void
}

/**
 * Lets `server` explain in plain text why it doesn't understand a request, with the security headers of the site, and closes the
 * connection. Node's own responses have neither.
 */
export function explainProtocolErrors(server: Server, options: RefusalOptions, deadline: Deadline): void {
  server.on('clientError', (error, socket: Socket) => {
    const { code, reason } = v.parse(ParserErrorSchema, error)
    if (code === 'HPE_CLOSED_CONNECTION') return // the client wants one more response, which closes the connection
    if (socket.writableEnded || socket.destroyed) return // it ends with its refusal, or was closed on purpose
    const refusal = explain(code, reason, deadline)
    if (isRefused(code)) options.report(socket.remoteAddress ?? '', refusal.reason)
    if (socket.writable && !v.is(BusySocketSchema, socket)) writeRefusal(socket, refusal, options.getHeaders)
    else socket.destroy()
  })
  const reason = 'request-malformed'
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    sendRefusal(
      { request, response },
      { status: 417, text: 'The only possible expectation is 100-continue.', reason },
      options,
    ),
  )
  // Node would close the connection without a word.
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {}) // the client has gone; Node no longer listens
    options.report(socket.remoteAddress ?? '', reason)
    writeRefusal(socket, { status: 501, text: 'This server is not a proxy.', reason }, options.getHeaders)
  })
}

// Not a connection that breaks, even in the middle of a request.
function isRefused(code: string): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' || (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE')
}

/**
 * Leaves to `listener` what has exactly one `Host` (RFC 9112, 3.2), and a valid one. Node takes the first of several, and a proxy may
 * have taken the last.
 */
export function requireHost(listener: RequestListener, options: RefusalOptions): RequestListener {
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
    sendRefusal({ request, response }, { status: 400, text, reason: 'host-invalid' }, options)
  }
}

const maxHostLength = 260 // a name of 253 bytes (RFC 1035), a trailing dot and a port
// A name of labels, or an IPv6 address (RFC 3986, 3.2.2). Names in private networks may have underscores. Browsers encode other scripts
// in ASCII.
const hostPattern =
  /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?|\[[\da-f:]+(?:(?<=\d)\.\d+\.\d+\.\d+)?\])(?::(\d{0,5}))?$/i

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

function explain(code: string, cause: string, { requestDeadlineMs }: Deadline): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        text: `The address and the headers of a request may have ${maxHeaderSize} bytes together. If a browser sent this one, deleting the cookies of this site helps.`,
        reason: 'headers-too-large',
      }
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return {
        status: 413,
        text: 'The chunk extensions of the request are too large.',
        reason: 'headers-too-large',
      }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        status: 408,
        text: `The headers of a request have to arrive within ${requestDeadlineMs} ms.`,
        reason: 'request-timeout',
      }
    default:
      return {
        status: 400,
        text: `This is not a valid HTTP/1.1 request: ${cause}.`,
        reason: 'request-malformed',
      }
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

function sendRefusal(
  { request, response }: Exchange,
  { status, text, reason }: Refusal,
  { getHeaders, report }: RefusalOptions,
): void {
  report(request.socket.remoteAddress ?? '', reason)
  response.writeHead(status, toHeaders(text, getHeaders)).end(`${text}\n`)
}

/** Writes a whole response where there is no request that it could belong to. */
function writeRefusal(socket: Socket, { status, text }: Refusal, getHeaders: GetSecurityHeaders): void {
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
