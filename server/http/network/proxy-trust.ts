import proxyAddr from '@fastify/proxy-addr'
import type { Configuration } from '../../configuration/configuration.ts'

/** Whether a proxy is trusted: its address, and how many others are between it and the server. */
export type TrustsProxy = (address: string, hop: number) => boolean

/** Whether a proxy is trusted, decided as Fastify does. */
export function createProxyTrust({ trustedProxy }: Pick<Configuration, 'trustedProxy'>): TrustsProxy {
  if (trustedProxy === false) return () => false
  return proxyAddr.compile(trustedProxy)
}
