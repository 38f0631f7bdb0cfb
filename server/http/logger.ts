import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoggerOptions } from 'pino'

// Serializers remove what identifies a visitor: the query (tokens of email links), headers (cookies), addresses, and the
// properties of a database error (PostgreSQL's `detail` contains the email address of a duplicate key).
/** Options of the server's log: warnings and errors, one JSON line each. */
export const loggerOptions: LoggerOptions = {
  level: 'warn',
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?', 1)[0] }),
    res: (reply: FastifyReply) => ({ statusCode: reply.statusCode }),
    err: serializeError,
  },
}

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly code?: string
  readonly cause?: LoggedError
}

function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'The thrown value is not an Error.', stack: '' }
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  }
}
