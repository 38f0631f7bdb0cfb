import { ProblemSchema } from '@portico/shared/account/problem.ts'
import { getNext, getRedirect } from '@portico/shared/session/access.ts'
import type { SessionRecord } from '@portico/shared/session/session-record.ts'
import { getAuthenticated, getVisitorState } from '@portico/shared/session/visitor-state.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Problem } from '../../http/problems/errors.ts'
import { acceptForms, isForm } from '../../http/requests/accept-forms.ts'

/** The page with the form, and who may see it. */
interface FormPage {
  readonly path: string
  readonly access: Parameters<typeof getRedirect>[0]
  /** The id of the text that says what was done, where the visitor stays in the same state. */
  readonly success?: string
}

type Handle = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<{ readonly visitor: SessionRecord | null } | { readonly accepted: true }>

/**
 * Adds a `POST` for the script of a page, and for its form, which the browser itself sends where scripts don't run. A form is
 * redirected to where the page leads visitors in the new state, or back to the form: the error is the fragment of the address,
 * and the page shows the text with that id.
 */
export function addFormRoute(app: FastifyInstance, path: string, page: FormPage, handle: Handle): void {
  app.register(async (scope) => {
    acceptForms(scope)
    scope.post(path, async (request, reply) => {
      if (!isForm(request)) return handle(request, reply)
      // Every browser names the origin of a form; only a program does without, and it can send JSON.
      if (request.headers.origin === undefined) throw new Problem('origin-not-allowed')
      const result = await handle(request, reply)
      const from = readFrom(page, request)
      if ('accepted' in result) return reply.redirect(`${from}#${page.success}`, 303)
      const authenticated = getAuthenticated(getVisitorState(result.visitor))
      return reply.redirect(getRedirect(page.access, authenticated, from) ?? page.path, 303)
    })
    // After the error has been counted and logged like any other. A page of another site gets only the error.
    scope.addHook('onSend', async (request, reply, payload) => {
      const { statusCode } = reply
      if (!isForm(request) || statusCode < 400 || statusCode === 403) return payload
      reply.code(303).removeHeader('content-type').removeHeader('content-length')
      reply.header('location', `${readFrom(page, request)}#${readCode(statusCode, payload)}`)
      return ''
    })
  })
}

/** The address of the form. */
function readFrom({ path }: FormPage, request: FastifyRequest): string {
  const next = getNext(request.url)
  return next === null ? path : `${path}?${new URLSearchParams({ next })}`
}

/** The code of an error, or which field is invalid; `unavailable`, as for the script, where the site is to blame. */
function readCode(statusCode: number, payload: unknown): string {
  if (statusCode >= 500) return 'unavailable'
  const { code, fields = {} } = v.parse(v.pipe(v.string(), v.parseJson(), ProblemSchema), payload)
  const [field] = Object.keys(fields)
  return code === 'invalid-request' && field !== undefined ? `invalid-${field}` : code
}
