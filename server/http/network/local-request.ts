import type { FastifyRequest } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { isLocalSite, isLoopback } from './loopback.ts'
import { isForwarded } from './untrusted-proxy.ts'

/**
 * Whether only someone at this machine can have sent a request: the site can be reached from this machine alone, and the
 * request came from it, under a loopback name and not through a proxy. A host name that another site points at 127.0.0.1
 * doesn't count, nor does a proxy on this machine for which PUBLIC_URL was forgotten.
 */
export function isLocalRequest(
  request: Pick<FastifyRequest, 'hostname' | 'ip' | 'headers'>,
  { host, publicUrl }: Pick<Configuration, 'host' | 'publicUrl'>,
): boolean {
  return (
    isLocalSite(host, publicUrl) &&
    isLoopback(request.hostname) &&
    isLoopback(request.ip) &&
    !isForwarded(request)
  )
}
