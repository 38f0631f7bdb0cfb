import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { Counter } from 'prom-client'
import type { Configuration } from '../../configuration/configuration.ts'
import { getNetwork } from '../network/get-network.ts'
import { isLoopback } from '../network/loopback.ts'
import { createProxyTrust } from '../network/proxy-trust.ts'

// Browsers open six connections. One that reads nothing of a long response costs the system more than 2 MB.
const maxPerNetwork = 250
const maxInTotal = 10_000
// Browsers and proxies wait for a response before they send the next request on a connection.
const maxAtOnce = 10
const closeIdleEveryMs = 1_000

const rejected = new Counter({
  name: 'portico_connections_rejected_total',
  help: 'Connections that were closed: too many of a network, too many in total, or too many requests at once on one.',
  labelNames: ['reason'] as const,
})

interface ConnectionLimits {
  /** Open connections of one network address. */
  readonly maxPerNetwork: number
  readonly maxInTotal: number
  /** Whether an address may have any number, because others are behind it. */
  isExempt(address: string): boolean
}

/**
 * The limits of a site: by network as for requests, `ADDRESS_LIMIT_FACTOR` times as many. Trusted proxies have connections of
 * many visitors, and limits of their own; so does this machine.
 */
export function getConnectionLimits(
  configuration: Pick<Configuration, 'trustedProxy' | 'addressLimitFactor'>,
): ConnectionLimits {
  const trusts = createProxyTrust(configuration)
  return {
    maxPerNetwork: maxPerNetwork * configuration.addressLimitFactor,
    maxInTotal,
    isExempt: (address) => isLoopback(address) || trusts(address, 0),
  }
}

/**
 * Limits open connections, so that one client takes neither all file descriptors nor the memory. `limitPipelining` limits what
 * arrives at once on those that are not exempt. At the limit in total, connections on which nothing is in progress end first.
 */
export function limitConnections(server: Server, { isExempt, ...limits }: ConnectionLimits): void {
  const open = new Map<string, number>()
  let closedIdleAt = Number.NEGATIVE_INFINITY
  server.maxConnections = limits.maxInTotal
  server.on('drop', () => {
    rejected.inc({ reason: 'total' })
    if (performance.now() - closedIdleAt < closeIdleEveryMs) return
    closedIdleAt = performance.now()
    server.closeIdleConnections()
  })
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    if (isExempt(remoteAddress)) return
    const network = getNetwork(remoteAddress)
    const count = open.get(network) ?? 0
    if (count >= limits.maxPerNetwork) {
      rejected.inc({ reason: 'network' })
      socket.destroy()
      return
    }
    // Before the parser's own listener.
    socket.prependListener('data', (chunk: Buffer) => arrivals.set(socket, { chunk, requests: 0 }))
    open.set(network, count + 1)
    socket.once('close', () => {
      const remaining = (open.get(network) ?? 0) - 1
      if (remaining > 0) open.set(network, remaining)
      else open.delete(network)
    })
  })
}

/** The packet that a connection is parsing, and how many requests were in it so far. */
interface Arrival {
  readonly chunk: Buffer
  requests: number
}

const arrivals = new WeakMap<Socket, Arrival>()

/**
 * Ends a connection on which many requests arrive at once. Node would parse and answer all of them, thousands in one packet, before
 * it looks at any other client. `listener` gets the first ones of those that `limitConnections` limits.
 */
export function limitPipelining(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    const arrival = arrivals.get(socket)
    if (arrival === undefined || arrival.requests < maxAtOnce) {
      if (arrival !== undefined) arrival.requests += 1
      return listener(request, response)
    }
    rejected.inc({ reason: 'pipelining' })
    socket.destroy()
    arrival.chunk.fill(0) // the parser is still reading it, and stops at the next byte
  }
}
