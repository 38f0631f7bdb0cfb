import type { FastifyInstance } from 'fastify'
import { readProblem } from '../problems/read-problem.ts'
import { html } from './html.ts'
import { renderPlainPage } from './plain-page.ts'

/**
 * Shows the errors of the routes in `scope` as a page where a browser asks for one, with the same status. These are pages
 * of links that people open; a program still gets a problem document. Nothing is read from the database, which may be
 * what has failed.
 */
export function explainErrors(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || !request.headers.accept?.includes('text/html')) return payload
    const problem = readProblem(payload)
    if (problem === null) return payload // a page already
    const { title, detail, hint } = problem
    reply.removeHeader('content-length')
    reply.type('text/html; charset=utf-8')
    const texts = [detail, hint].filter((text) => text !== undefined)
    return renderPlainPage({ title, body: html`${texts.map((text) => html`<p>${text}</p>`)}` })
  })
}
