import type { Configuration } from '../../configuration/configuration.ts'

/** Whether the operator lets a remote load its files from the origin of `baseUrl`. */
export function isAllowedOrigin(
  { remoteOrigins }: Pick<Configuration, 'remoteOrigins'>,
  remote: string,
  baseUrl: string,
): boolean {
  const origin = URL.parse(baseUrl)?.origin
  return remoteOrigins.some((allowed) => allowed.remote === remote && allowed.origin === origin)
}
