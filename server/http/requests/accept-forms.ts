import type { FastifyInstance } from 'fastify'

/** Parses the bodies of HTML forms, in a scope of its own: no other route accepts them. */
export function acceptForms(scope: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded'
  scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
