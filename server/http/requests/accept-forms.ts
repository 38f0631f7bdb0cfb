import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../problems/errors.ts'

const type = 'application/x-www-form-urlencoded'

/**
 * Parses the bodies of HTML forms, in its own scope: no other route accepts them. Refuses a form without an origin: every supported
 * browser sends it, so only a program omits it, which can send JSON.
 */
export function acceptForms(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (request) => {
    if (isForm(request) && request.headers.origin === undefined) throw new Problem('origin-not-allowed')
  })
  scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

/** Whether the browser has sent an HTML form, rather than a script of its page. */
export function isForm({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === type
}
