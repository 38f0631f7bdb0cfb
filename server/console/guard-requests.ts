import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../http/problems/errors.ts'
import { getAllowedOrigins } from '../http/requests/require-same-origin.ts'
import { equalsSecret } from '../http/signature.ts'
import { getCsrfToken, type ReadSecret } from './session-cookie.ts'

/** Requests of pages anywhere: the address of a page, which a link may lead to, and its files. */
const openRoute = '/*'
const safeMethods = new Set(['GET', 'HEAD'])

/**
 * Refuses every request that isn't for the console's own host, or that a page of another origin sends. Cookies don't
 * distinguish ports, and for SameSite another port is the same site, so the origin itself counts. A change also needs the CSRF token.
 */
export function guardRequests(app: FastifyInstance, url: string, readSecret: ReadSecret): void {
  const { protocol } = new URL(url)
  const own = getAllowedOrigins(url)
  app.addHook('onRequest', async (request) => {
    // Never X-Forwarded-Host: a page whose name leads to this machine could send it.
    const origin = `${protocol}//${request.headers.host}`
    if (!own.has(origin))
      throw refuse(
        `Expected a request for ${url}, got one for ${request.headers.host}. Check that CONSOLE_URL is the address of the console.`,
      )
    const isSafe = safeMethods.has(request.method)
    if (isSafe && request.routeOptions.url === openRoute) return
    requireOwnPage(request, isSafe)
    if (isSafe) return
    if (request.headers.origin !== origin)
      throw refuse(
        `Expected a request from ${origin}, got one from ${request.headers.origin ?? 'an unknown origin'}.`,
      )
    if (request.routeOptions.config.startsSession !== true) requireCsrfToken(request, readSecret)
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It needs no CSRF token, because there is no session yet that could be abused. */
    readonly startsSession?: boolean
  }
}

/** Browsers say where a request comes from, except without HTTPS on another machine. `none`: from the address bar. */
function requireOwnPage({ headers }: FastifyRequest, isSafe: boolean): void {
  const site = headers['sec-fetch-site'] ?? 'same-origin'
  if (site === 'same-origin' || (isSafe && site === 'none')) return
  throw refuse('Expected a request from a page of the console, got one from a page of another origin.')
}

function requireCsrfToken(request: FastifyRequest, readSecret: ReadSecret): void {
  const secret = readSecret(request)
  if (secret === null) throw new Problem('not-signed-in')
  const given = request.headers['x-csrf-token']
  const expected = Buffer.from(getCsrfToken(secret))
  if (typeof given === 'string' && equalsSecret(Buffer.from(given), expected)) return
  throw refuse('Expected the header x-csrf-token with the csrfToken of GET /session. Reload the page.')
}

const refuse = (detail: string) => new Problem('origin-not-allowed', { detail })
