import type { FastifyInstance } from 'fastify'
import { readProblem } from '../problems/read-problem.ts'
import { type Html, html } from './html.ts'
import { renderPlainPage, replaceByPage } from './plain-page.ts'
import { renderSitePage, type SiteContext } from './site-page.ts'

/**
 * Shows the errors of the routes in `scope` as a page where a browser asks for one, with the same status. These are pages
 * of links that people open; a program still gets a problem document. A server error gets a plain page, which needs
 * neither a session nor the database.
 */
export function explainErrors(scope: FastifyInstance, context: SiteContext): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || !request.headers.accept?.includes('text/html')) return payload
    const problem = readProblem(payload)
    if (problem === null) return payload // a page already
    const { title, status, detail, hint } = problem
    const texts = [detail, hint].filter((text) => text !== undefined)
    const body = html`${texts.map((text) => html`<p>${renderCode(text)}</p>`)}`
    const page = { title, body }
    return replaceByPage(
      reply,
      status >= 500 ? renderPlainPage(page) : await renderSitePage(context, { request, reply }, page),
    )
  })
}

/** Renders what is in backticks as code. */
function renderCode(text: string): Html {
  const parts = text.split('`')
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`
}
