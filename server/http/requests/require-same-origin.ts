import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { isLoopback } from '../network/loopback.ts'
import { Problem } from '../problems/errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses every state-changing request to `app` from a page of another site. */
export function requireSameOrigin(
  app: FastifyInstance,
  { publicUrl }: Pick<Configuration, 'publicUrl'>,
): void {
  const own = getAllowedOrigins(publicUrl)
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method) || isAllowed(request, own)) return
    const detail = `Expected a request from ${publicUrl}, got one from ${request.headers.origin ?? 'an unknown origin'}. Check that PUBLIC_URL is the address of the site.`
    throw new Problem('origin-not-allowed', { detail })
  })
}

// Browsers send the origin with every POST; a program that sends none has no visitor's cookie to abuse.
function isAllowed({ headers }: FastifyRequest, own: ReadonlySet<string>): boolean {
  return headers.origin === undefined ? headers.cookie === undefined : own.has(headers.origin)
}

/** The origins under which this server can be reached: a local one has each loopback name. */
export function getAllowedOrigins(publicUrl: string): ReadonlySet<string> {
  const { protocol, hostname, port } = new URL(publicUrl)
  const names = isLoopback(hostname) ? ['127.0.0.1', 'localhost', '[::1]'] : []
  return new Set([publicUrl, ...names.map((name) => `${protocol}//${name}${port && `:${port}`}`)])
}
