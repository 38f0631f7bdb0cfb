import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { isLoopback } from '../network/loopback.ts'
import { Problem } from '../problems/errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses every call of `app` that changes something and comes from a page of another site. */
export function requireSameOrigin(
  app: FastifyInstance,
  { publicUrl }: Pick<Configuration, 'publicUrl'>,
): void {
  const own = originsOf(publicUrl)
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method) || isOwn(request, own)) return
    const detail = `Expected a call from ${publicUrl}, got one from ${request.headers.origin ?? 'an unnamed origin'}. Is PUBLIC_URL the address of the site?`
    throw new Problem('origin-not-allowed', { detail })
  })
}

// Browsers name the origin of every POST; a program that names none has no visitor's cookie to abuse either.
function isOwn({ headers }: FastifyRequest, own: ReadonlySet<string>): boolean {
  return headers.origin === undefined ? headers.cookie === undefined : own.has(headers.origin)
}

// On its own machine the site is reached under each name of the machine.
function originsOf(publicUrl: string): ReadonlySet<string> {
  const { protocol, hostname, port } = new URL(publicUrl)
  const names = isLoopback(hostname) ? ['127.0.0.1', 'localhost', '[::1]'] : []
  return new Set([publicUrl, ...names.map((name) => `${protocol}//${name}${port && `:${port}`}`)])
}
