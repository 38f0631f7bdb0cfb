import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../database/database.ts'
import { isDatabaseUnavailable } from '../database/database-unavailable.ts'
import { isDiskFull } from '../database/disk-full.ts'
import { isInvalidText } from '../database/invalid-text.ts'
import { isReadOnly } from '../database/write-state.ts'
import { type ErrorCode, errors, Problem } from './problems/errors.ts'
import { isSecurityReason } from './security-events.ts'

const retryAfterSeconds = 5
/** Someone has to free space first. */
const diskFullRetryAfterSeconds = 60

/** Responds to every error of `app` with a problem document (RFC 9457) and a code of the catalogue. */
export function handleErrors(
  app: FastifyInstance,
  database: Pick<Database, 'isUnavailable' | 'getWriteFailure'>,
): void {
  // better-auth hides the cause of its errors, so the state of the database decides whether it is the cause.
  const findCause = (error: unknown) => {
    if (isDatabaseUnavailable(error) || database.isUnavailable()) return createDatabaseProblem(error)
    const failure = database.getWriteFailure()
    if (failure === null) return null
    return failure === 'full' ? createDiskProblem(error) : createDatabaseProblem(error)
  }
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const failed = error instanceof Problem ? error : toProblem(error)
    const problem = (failed.code === 'internal-error' && findCause(error)) || failed
    // The others are expected: a load balancer causes `not-ready` with every health check.
    if (problem.code === 'internal-error' || problem.code === 'disk-full' || isReadOnly(error))
      request.log.error({ err: error }, problem.code)
    if (isSecurityReason(problem.code)) app.reportSecurityEvent(request, problem.code)
    return sendProblem(reply, problem)
  })
  app.setNotFoundHandler(({ method, url }, reply) => {
    // Of a site, a GET request always gets a page or a file.
    const isPage = !url.startsWith('/-/') && method !== 'GET' && method !== 'HEAD'
    return sendProblem(
      reply,
      isPage ? new Problem('method-not-allowed', { allow: 'GET, HEAD' }) : new Problem('not-found'),
    )
  })
  // Without this, an unknown path below /-/ would get the shell's page.
  app.get('/-/*', async (_request, reply) => sendProblem(reply, new Problem('not-found')))
}

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

function createDatabaseProblem(cause: unknown): Problem {
  const hint = 'Try again later. Nothing was changed.'
  return new Problem('database-unavailable', { hint, retryAfterSeconds, cause })
}

function createDiskProblem(cause: unknown): Problem {
  const hint = 'Try again later. Nothing was changed. The operator must free some space.'
  return new Problem('disk-full', { hint, retryAfterSeconds: diskFullRetryAfterSeconds, cause })
}

function toProblem(error: FastifyError): Problem {
  if (isDiskFull(error)) return createDiskProblem(error)
  if (isReadOnly(error)) return createDatabaseProblem(error)
  if (isInvalidText(error))
    return new Problem('invalid-request', { detail: 'A text contains a NUL.', cause: error })
  const code = getCode(error.statusCode ?? 500)
  // Fastify's message about a rejected request reveals nothing internal; the message of a failure may.
  return new Problem(
    code,
    code === 'internal-error' ? { cause: error } : { detail: error.message, cause: error },
  )
}

function getCode(status: number): ErrorCode {
  const known = {
    404: 'not-found',
    413: 'payload-too-large',
    415: 'unsupported-media-type',
    429: 'too-many-requests',
  } as const
  if (status in known) return known[status as keyof typeof known] // checked by the line above
  return status >= 400 && status < 500 ? 'invalid-request' : 'internal-error'
}
