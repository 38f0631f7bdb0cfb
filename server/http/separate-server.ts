import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { type Configuration, ConfigurationError } from '../configuration/configuration.ts'
import type { Database } from '../database/database.ts'
import { handleErrors } from './handle-errors.ts'
import { closeConnectionsOnStop, stopOptions } from './requests/close-connections.ts'
import { completeEmptyBodies, createLimitedServer, limitRequestTime } from './requests/limit-request-time.ts'
import { type GetSecurityHeaders, setSecurityHeaders } from './security-headers/security-headers.ts'

interface SeparateOptions extends Pick<Database, 'isUnavailable' | 'getWriteFailure'> {
  readonly configuration: Configuration
  readonly getSecurityHeaders: GetSecurityHeaders
}

/** A server with the limits and errors of the site's, for a port of its own that may be open to others, too. */
export function createSeparateServer(
  site: FastifyInstance,
  { configuration, getSecurityHeaders, ...database }: SeparateOptions,
  options: FastifyServerOptions = {},
): FastifyInstance {
  const server: FastifyInstance = Fastify({
    ...options,
    ...stopOptions,
    serverFactory: (listener) =>
      createLimitedServer(configuration, listener, {
        getHeaders: getSecurityHeaders,
        report: (ip, reason) => site.reportSecurityEvent({ ip }, reason),
      }),
    clientErrorHandler: () => {}, // the limited server has its own
  })
  server.decorate('reportSecurityEvent', site.reportSecurityEvent)
  closeConnectionsOnStop(server, { drainMs: 0 })
  limitRequestTime(server, configuration)
  completeEmptyBodies(server)
  setSecurityHeaders(server, getSecurityHeaders)
  handleErrors(server, database)
  return server
}

/** Where a separate server listens: the settings `<name>_PORT` and `<name>_HOST`. */
interface Listener {
  readonly name: string
  readonly port: number
  readonly host: string
}

/** Starts listening. Throws a ConfigurationError that names the settings. */
export async function listenSeparately(
  server: FastifyInstance,
  { name, port, host }: Listener,
): Promise<void> {
  await server.listen({ port, host }).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigurationError(
      `${name}_PORT: expected a free port, got ${port} on ${host}: ${reason}. Set ${name}_PORT and ${name}_HOST to an address of this machine that is not in use.`,
      { cause },
    )
  })
}
