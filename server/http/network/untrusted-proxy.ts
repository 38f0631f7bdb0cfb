import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { isLoopback } from './loopback.ts'

type ForwardedRequest = Pick<FastifyRequest, 'headers' | 'ip' | 'socket'>

/** Whether a request claims to have been forwarded by a proxy. Any client can send these headers. */
export function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  // Spelled out: on every request, this is much cheaper than a loop.
  return (
    headers['x-forwarded-for'] !== undefined ||
    headers['x-forwarded-host'] !== undefined ||
    headers['x-forwarded-proto'] !== undefined ||
    headers['x-real-ip'] !== undefined ||
    headers.forwarded !== undefined
  )
}

/** Whether a request seems to come from a proxy that TRUST_PROXY doesn't name, so that its address passes for the visitor's. */
export function isFromUntrustedProxy(request: ForwardedRequest): boolean {
  return isForwarded(request) && request.ip === request.socket.remoteAddress
}

const consequence =
  'All visitors appear to have the proxy’s address. They share one rate limit, and at most one of them counts for a rollout, so no release is rolled back automatically. Set TRUST_PROXY to the addresses of your proxies, which must send X-Forwarded-For'

/** Warns about a proxy that TRUST_PROXY doesn't name: at startup if PUBLIC_URL shows that there is one, otherwise at the first forwarded request. */
export function warnAboutUntrustedProxy(
  app: FastifyInstance,
  { host, publicUrl, trustedProxy }: Pick<Configuration, 'host' | 'publicUrl' | 'trustedProxy'>,
): void {
  const { protocol, hostname } = new URL(publicUrl)
  const isBehindProxy = protocol === 'https:' || (isLoopback(host) && !isLoopback(hostname))
  let hasWarned = false
  if (trustedProxy === false && isBehindProxy) {
    app.log.warn(
      `Visitors reach this site through a proxy, since PUBLIC_URL is ${publicUrl}. ${consequence}.`,
    )
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && isFromUntrustedProxy(request)) {
      hasWarned = true
      app.log.warn(`A request was forwarded by a proxy that TRUST_PROXY does not name. ${consequence}.`)
    }
    done()
  })
}
