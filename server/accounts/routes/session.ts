import { accountPaths } from '@portico/shared/account/account-paths.ts'
import type { FastifyInstance } from 'fastify'
import { type AccountContext, readSession } from '../auth/account-context.ts'
import { toVisitor } from '../auth/visitor.ts'

/** `GET session`: the visitor of the session cookie, or null. */
export function sessionRoute(app: FastifyInstance, context: AccountContext): void {
  app.get(accountPaths.session, async (request, reply) => {
    const session = await readSession(context, request, reply)
    return { visitor: session === null ? null : await toVisitor(context, session.user) }
  })
}
