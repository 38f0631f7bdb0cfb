import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { isAway } from '../../database/database-unavailable.ts'
import type { Database } from '../../database/open-database.ts'
import { type ErrorCode, errors, Problem } from './errors.ts'

const comeBackSeconds = 5

/** Answers every error of `app` as a problem document (RFC 9457) with a code of the catalogue. */
export function answerWithProblems(app: FastifyInstance, database: Pick<Database, 'isAway'>): void {
  // better-auth says no more than that it failed: then the database says whether it was the reason.
  const isOfDatabase = (error: unknown) => isAway(error) || database.isAway()
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const failed = error instanceof Problem ? error : problemOf(error)
    const problem = failed.code === 'internal-error' && isOfDatabase(error) ? databaseAway(error) : failed
    // The others say what the server does, not that it fails: `not-ready` comes with every question of a balancer.
    if (problem.code === 'internal-error') request.log.error({ err: error }, problem.code)
    return sendProblem(reply, problem)
  })
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, new Problem('not-found')))
  // Below /-/ there is nothing of the site: without this, an unknown path there would show the shell's page.
  app.get('/-/*', async (_request, reply) => sendProblem(reply, new Problem('not-found')))
}

/** Sends one problem document. */
function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, title } = errors[problem.code]
  const { detail, hint, fields, findings, retryAfterSeconds, allow } = problem.details
  if (allow !== undefined) reply.header('allow', allow)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send({
      type: `urn:portico:${problem.code}`,
      title,
      status,
      code: problem.code,
      detail,
      hint,
      fields,
      findings,
      retryAfterSeconds,
    })
}

function databaseAway(cause: unknown): Problem {
  const hint = 'Try again later; nothing has changed.'
  return new Problem('database-away', { hint, retryAfterSeconds: comeBackSeconds, cause })
}

function problemOf(error: FastifyError): Problem {
  const code = codeOf(error.statusCode ?? 500)
  // Fastify's own words about a refused request hold nothing of ours; those of a failure may.
  return new Problem(
    code,
    code === 'internal-error' ? { cause: error } : { detail: error.message, cause: error },
  )
}

function codeOf(status: number): ErrorCode {
  const known = {
    404: 'not-found',
    413: 'payload-too-large',
    415: 'unsupported-media-type',
    429: 'too-many-requests',
  } as const
  if (status in known) return known[status as keyof typeof known] // just checked to be a key
  return status >= 400 && status < 500 ? 'invalid-request' : 'internal-error'
}
