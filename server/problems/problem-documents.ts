import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { type ErrorCode, errors, Problem } from '../errors.ts'

/** Answers every error of `app` as a problem document (RFC 9457) with a code of the catalogue. */
export function answerWithProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const problem = error instanceof Problem ? error : problemOf(error)
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
