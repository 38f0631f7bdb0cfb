import { accountProblems, type ProblemDocument, requestProblems } from '@portico/kit/account/problem.ts'
import { getProblemMessage, getToldCode } from '@portico/kit/account/problem-messages.ts'
import type { SessionRecord } from '@portico/kit/session/session-record.ts'
import { getAuthenticated, getVisitorState } from '@portico/kit/session/visitor-state.ts'
import { getRedirect, mayOpen } from '@portico/protocol/session/access.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { type Html, html } from '../../http/html/html.ts'
import { renderPlainPage, replaceByPage } from '../../http/html/plain-page.ts'
import { renderInFrame, renderSitePage } from '../../http/html/site-page.ts'
import { readProblem } from '../../http/problems/read-problem.ts'
import { acceptForms, isForm } from '../../http/requests/accept-forms.ts'
import { allowForms } from '../../http/security-headers/security-headers.ts'
import type { AccountContext } from '../auth/account-context.ts'
import type { KnownSession } from '../auth/session-cache.ts'
import { type FormPage, getFormAddress } from './form-page.ts'

interface FormRoute {
  /** Depends on the visitor where two pages have the form. */
  readonly page: FormPage | ((visitor: SessionRecord | null) => FormPage)
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => Promise<FormSuccess>
}

/** The response for a script. A form is redirected: to the URL, or to a page for the visitor. */
type FormSuccess =
  | { readonly visitor: SessionRecord | null }
  | { readonly accepted: true }
  | { readonly url: string }

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
      const { page } = form
      const chosen =
        typeof page === 'object' ? page : choosePage(form, await context.readSession(request, reply))
      return reply.redirect(findTarget(chosen, request, await form.handle(request, reply)), 303)
    })
    // After the error has been counted and logged like any other.
    scope.addHook('onSend', async (request, reply, payload) => {
      if (!isForm(request) || reply.statusCode < 400) return payload
      const problem = readProblem(payload)
      if (problem === null) throw new Error('The error response to a form is not a problem document.')
      if (problem.code === requestProblems.originNotAllowed) {
        if (!request.headers.accept?.includes('text/html')) return payload
        return replaceByPage(reply, renderForeign(context))
      }
      const session = await context.readSession(request, reply)
      const page = choosePage(form, session)
      const failed = { request, reply, session, problem }
      const rendered = await renderFailed(context, page, failed)
      if (rendered !== null) return replaceByPage(reply, rendered)
      const code = findReasonToLeave(page, failed)
      if (code === null) return replaceByPage(reply, await renderProblem(context, page, failed))
      reply.code(303).header('location', `${getFormAddress(page, request)}#${code}`)
      return replaceByPage(reply, '')
    })
  })
}

function choosePage({ page }: FormRoute, session: KnownSession): FormPage {
  return typeof page === 'object' ? page : page(session === 'unknown' ? null : session.visitor)
}

function findTarget(page: FormPage, request: FastifyRequest, result: FormSuccess): string {
  if ('url' in result) return result.url
  const from = getFormAddress(page, request)
  if ('accepted' in result || page.success !== undefined) return `${from}#${page.success}`
  const authenticated = getAuthenticated(getVisitorState(result.visitor))
  return page.leadsTo ?? getRedirect(page.access, authenticated, from) ?? page.path
}

interface FailedForm {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly session: KnownSession
  readonly problem: ProblemDocument
}

/** The page of the form with the problem. null: the visitor may not see it any more, or it isn't prerendered. */
async function renderFailed(
  context: AccountContext,
  page: FormPage,
  { request, reply, session, problem }: FailedForm,
): Promise<string | null> {
  const rendered = await context.renderForm(request, {
    address: getFormAddress(page, request),
    state: session === 'unknown' ? 'signed-out' : getVisitorState(session.visitor),
    result: {
      values: pickValues(request.body, page.keeps ?? []),
      fields: problem.fields ?? {},
      problem: getToldCode(problem),
      action: request.url.replace(/\?.*$/s, ''),
    },
  })
  if (rendered === null) return null
  allowForms(reply, rendered.formOrigins)
  return renderInFrame(context, { request, reply }, rendered)
}

function pickValues(body: unknown, keeps: readonly string[]): Record<string, string> {
  const fields = v.safeParse(FieldsSchema, body) // none if the body was rejected
  const typed = fields.success ? Object.entries(fields.output) : []
  return Object.fromEntries(typed.filter(([name]) => keeps.includes(name)))
}

/**
 * Why a visitor who doesn't see the form's page any more is redirected by it, for example because their session has ended. null:
 * they may see the page, or the server can't tell.
 */
function findReasonToLeave({ access }: FormPage, { session, problem }: FailedForm): string | null {
  if (session === 'unknown') return null
  const state = getVisitorState(session.visitor)
  if (mayOpen({ access }, getAuthenticated(state))) return null
  return state === 'signed-out' ? accountProblems.notSignedIn : getToldCode(problem)
}

/** A page of the server's own with the problem: the form's page isn't prerendered, or needs the database. */
function renderProblem(
  context: AccountContext,
  page: FormPage,
  { request, reply, problem }: FailedForm,
): Promise<string> {
  const back = html`<p><a class="button" href="${getFormAddress(page, request)}">Back to the form</a></p>`
  return renderSitePage(
    context,
    { request, reply },
    { title: problem.title, body: html`<p role="alert">${describe(problem)}</p>${back}` },
  )
}

function describe(problem: ProblemDocument): string {
  const messages = Object.values(problem.fields ?? {})
  return messages.length > 0 ? messages.join(' ') : getProblemMessage(getToldCode(problem))
}

/** For a form of another site, which gets nothing of this one, or of this site under an address that it doesn't know. */
function renderForeign({ configuration: { publicUrl } }: AccountContext): string {
  const body: Html = html`<p role="alert">${getProblemMessage(requestProblems.originNotAllowed)}</p><p><a href="${publicUrl}">Open ${publicUrl}</a></p>`
  return renderPlainPage({ title: 'The site refused this form', body })
}
