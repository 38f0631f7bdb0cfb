import type { FastifyRequest } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { isLocalSite, isLoopback } from './loopback.ts'

// Neither browsers nor our tools send any of these; a browser may have `Via` from a proxy of its own network.
const proxyHeaders =
  /^(?:x-.+|via|forwarded.*|(?:cdn|cf|cloudfront|fly|proxy)-.+|(?:.+-)?(?:client|connecting|real|remote|viewer)-(?:ip|addr(?:ess)?))$/

/**
 * Whether a request seems to come from this machine: the site can be reached from this machine alone, and the request came from
 * it, under a loopback name and without a header of a proxy. A host name that another site points at 127.0.0.1 doesn't count,
 * nor does a proxy on this machine that says so. One that says nothing looks the same: secrets need a proof (`local-proof.ts`).
 */
export function isLocalRequest(
  request: Pick<FastifyRequest, 'hostname' | 'ip' | 'headers'>,
  { host, publicUrl }: Pick<Configuration, 'host' | 'publicUrl'>,
): boolean {
  return (
    isLocalSite(host, publicUrl) &&
    isLoopback(request.hostname) &&
    isLoopback(request.ip) &&
    !Object.keys(request.headers).some((name) => proxyHeaders.test(name))
  )
}
