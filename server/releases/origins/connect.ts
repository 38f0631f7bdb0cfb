import { lookup } from 'node:dns'
import { type IncomingMessage, Agent as PlainAgent, get as plainGet } from 'node:http'
import { Agent, get } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopback } from '../../http/network/loopback.ts'
import { isPublicAddress } from '../../http/network/public-address.ts'

/** A file of another origin is not what browsers need. */
export class OriginError extends Error {
  override name = 'OriginError'
  readonly hint: string

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options)
    this.hint = hint
  }
}

interface ConnectOptions {
  /** Sent as `Origin`, like browsers do. */
  readonly siteOrigin: string
  /** Whether the origin may be on this machine. */
  readonly allowsLoopback: boolean
  readonly maxConnections: number
}

/**
 * Connects to `origin` at public addresses only, so that nobody can make the site send requests into its own network:
 * the address of a name is checked when it is used. Follows no redirects.
 */
export function connectToOrigin(origin: URL, { siteOrigin, allowsLoopback, maxConnections }: ConnectOptions) {
  const requireAllowed = (address: string) => {
    if (isPublicAddress(address) || (allowsLoopback && isLoopback(address))) return
    throw new OriginError(
      `${origin.host} has the address ${address}, which is not public.`,
      'The site fetches files only from public addresses. Check the name of the origin.',
    )
  }
  const lookUp: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      try {
        if (error) throw error
        for (const { address } of addresses) requireAllowed(address)
        const [first] = addresses
        if (options.all === true) callback(null, addresses)
        else callback(null, first?.address ?? '', first?.family)
      } catch (refused) {
        callback(refused instanceof Error ? refused : new Error(String(refused)), [])
      }
    })
  }
  const isPlain = origin.protocol === 'http:'
  const agent = new (isPlain ? PlainAgent : Agent)({ keepAlive: true, maxSockets: maxConnections })
  const headers = { origin: siteOrigin, 'accept-encoding': 'br, gzip' }
  return {
    async request(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0) requireAllowed(host) // then there is no lookup
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
      const options = { agent, headers, signal, lookup: lookUp }
      const request = isPlain ? plainGet(url, options) : get(url, options)
      request.on('response', resolve).on('error', reject)
      return promise
    },
    close: () => agent.destroy(),
  }
}
