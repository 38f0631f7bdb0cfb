import { type ProblemDocument, ProblemSchema } from '@portico/shared/account/problem.ts'
import { getNext, getRedirect } from '@portico/shared/session/access.ts'
import type { SessionRecord } from '@portico/shared/session/session-record.ts'
import { getAuthenticated, getVisitorState } from '@portico/shared/session/visitor-state.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { renderInFrame } from '../../http/html/site-page.ts'
import { Problem } from '../../http/problems/errors.ts'
import { acceptForms, isForm } from '../../http/requests/accept-forms.ts'
import type { AccountContext } from '../auth/account-context.ts'

/** A form, with its page and who may see it. */
interface FormRoute {
  readonly path: string
  readonly access: Parameters<typeof getRedirect>[0]
  /** The fields that keep their input after an error. Never a password or a code. */
  readonly keeps?: readonly string[]
  /** The id of the text that confirms success, if the visitor's state stays the same. */
  readonly success?: string
  readonly handle: Handle
}

type Handle = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<{ readonly visitor: SessionRecord | null } | { readonly accepted: true }>

const FieldsSchema = v.record(v.string(), v.string())

/**
 * Adds a `POST` for a page's script, and for its form, which the browser sends if scripts don't run. A successful form
 * redirects to the page for the visitor's new state. The response to an error is the page itself, with the status of
 * the error, the messages and what was typed.
 */
export function addFormRoute(
  app: FastifyInstance,
  path: string,
  { context, ...form }: FormRoute & { readonly context: AccountContext },
): void {
  app.register(async (scope) => {
    acceptForms(scope)
    scope.post(path, async (request, reply) => {
      if (!isForm(request)) return form.handle(request, reply)
      // Every browser sends the origin of a form. Only programs omit it, and they can send JSON.
      if (request.headers.origin === undefined) throw new Problem('origin-not-allowed')
      const result = await form.handle(request, reply)
      const from = readFrom(form, request)
      if ('accepted' in result) return reply.redirect(`${from}#${form.success}`, 303)
      const authenticated = getAuthenticated(getVisitorState(result.visitor))
      return reply.redirect(getRedirect(form.access, authenticated, from) ?? form.path, 303)
    })
    // After the error has been counted and logged like any other. A page of another site gets only the error.
    scope.addHook('onSend', async (request, reply, payload) => {
      const { statusCode } = reply
      if (!isForm(request) || statusCode < 400 || statusCode === 403) return payload
      const problem = v.parse(v.pipe(v.string(), v.parseJson(), ProblemSchema), payload)
      reply.removeHeader('content-type').removeHeader('content-length')
      const page = await renderFailed(context, form, { request, reply, problem })
      if (page !== null) {
        reply.type('text/html; charset=utf-8')
        return page
      }
      reply.code(303).header('location', `${readFrom(form, request)}#${getText(problem)}`)
      return ''
    })
  })
}

interface FailedForm {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly problem: ProblemDocument
}

/** The page with the problem. null: the visitor's session has ended, for example, and they don't see the page any more. */
async function renderFailed(
  context: AccountContext,
  form: FormRoute,
  { request, reply, problem }: FailedForm,
): Promise<string | null> {
  const session = await context.readSession(request, reply)
  const page = await context.renderForm(request, {
    address: readFrom(form, request),
    state: session === 'unknown' ? 'signed-out' : getVisitorState(session.visitor),
    result: {
      values: pickValues(request.body, form.keeps ?? []),
      fields: problem.fields ?? {},
      problem: getText(problem),
    },
  })
  return page && renderInFrame(context, { request, reply }, page)
}

function pickValues(body: unknown, keeps: readonly string[]): Record<string, string> {
  const fields = v.safeParse(FieldsSchema, body) // none if the body was rejected
  const typed = fields.success ? Object.entries(fields.output) : []
  return Object.fromEntries(typed.filter(([name]) => keeps.includes(name)))
}

/** The address of the form. */
function readFrom({ path }: FormRoute, request: FastifyRequest): string {
  const next = getNext(request.url)
  return next === null ? path : `${path}?${new URLSearchParams({ next })}`
}

/** The id of the text in the page: the code, or `unavailable` if the site is to blame, as for the script. */
function getText({ code, status }: ProblemDocument): string {
  return status >= 500 ? 'unavailable' : code
}
