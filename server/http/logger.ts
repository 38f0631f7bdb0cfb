import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoggerOptions } from 'pino'

// Serializers keep out what identifies a visitor: the query (codes of mail links), headers (cookies), addresses, and
// the properties of a database error (PostgreSQL's `detail` quotes the mail address of a duplicate key).
/** Options of the server's log: warnings and errors, one JSON line each. */
export const loggerOptions: LoggerOptions = {
  level: 'warn',
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?', 1)[0] }),
    res: (reply: FastifyReply) => ({ statusCode: reply.statusCode }),
    err: errorOf,
  },
}

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly code?: string
  readonly cause?: LoggedError
}

function errorOf(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'thrown value is no Error', stack: '' }
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(error.cause === undefined ? {} : { cause: errorOf(error.cause) }),
  }
}
