import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { isLoopback } from './loopback.ts'
import { createProxyTrust } from './proxy-trust.ts'

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

const silentProxy =
  'A page of this site sent a request from an address that TRUST_PROXY names, but without X-Forwarded-For. What visitors write into this header counts as their address, so they can avoid all limits. Have the proxy set it to the address of the visitor. If there is no proxy at that address, remove it from TRUST_PROXY.'

type ProxyConfiguration = Pick<Configuration, 'host' | 'publicUrl' | 'trustedProxy'>

/**
 * Warns about a proxy that TRUST_PROXY doesn't name, at startup if PUBLIC_URL shows that there is one, otherwise at the first
 * forwarded request; and about one that TRUST_PROXY names, but that doesn't say whom it forwards.
 */
export function warnAboutProxies(app: FastifyInstance, configuration: ProxyConfiguration): void {
  const { host, publicUrl, trustedProxy } = configuration
  const { protocol, hostname } = new URL(publicUrl)
  const isBehindProxy = protocol === 'https:' || (isLoopback(host) && !isLoopback(hostname))
  const warned = { untrusted: false, silent: false }
  if (trustedProxy === false && isBehindProxy) {
    app.log.warn(
      `Visitors reach this site through a proxy, since PUBLIC_URL is ${publicUrl}. ${consequence}.`,
    )
  }
  const isSilent = createSilentProxyTest(configuration)
  app.addHook('onRequest', (request, _reply, done) => {
    if (!warned.untrusted && isFromUntrustedProxy(request)) {
      warned.untrusted = true
      app.log.warn(`A request was forwarded by a proxy that TRUST_PROXY does not name. ${consequence}.`)
    }
    if (!warned.silent && isSilent(request)) {
      warned.silent = true
      app.log.warn(silentProxy)
    }
    done()
  })
}

/**
 * Tells whether a trusted proxy forwards a request without saying whom it is from. The page from which a browser sends a request shows
 * that it isn't one of this machine's own, such as a health check.
 */
function createSilentProxyTest({ publicUrl, ...configuration }: ProxyConfiguration) {
  if (isLoopback(new URL(publicUrl).hostname)) return () => false // the owner's browser needs no proxy
  const trusts = createProxyTrust(configuration)
  return ({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean =>
    headers['x-forwarded-for'] === undefined &&
    (headers.origin === publicUrl || headers.referer?.startsWith(`${publicUrl}/`) === true) &&
    trusts(socket.remoteAddress ?? '', 0)
}
