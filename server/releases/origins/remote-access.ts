import type { RemoteOrigins } from '@portico/kit/contract/origins.ts'
import type { Failure } from '@portico/protocol/publish/release-api.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import { isLocalSite, isLoopback } from '../../http/network/loopback.ts'

/** Whose machine the site runs on, and what its operator lets remotes use. */
export type AccessSettings = Pick<Configuration, 'host' | 'publicUrl' | 'releasesFrom' | 'remoteAccess'>

/** A release of a remote, as far as it needs more than every page may use. */
interface NeedyRelease {
  readonly remote: string
  readonly origins?: RemoteOrigins
}

interface MissingAccess extends NonNullable<Failure> {
  /** What the operator adds to `REMOTE_ACCESS`. */
  readonly line: string
}

/** Whether pages of a remote may use an origin, or `wasm`. In development, they may use what the manifest names. */
export function mayUse(remote: string, needed: string, settings: AccessSettings): boolean {
  if (settings.releasesFrom !== null) return true
  if (isUnreachable(needed, settings)) return false
  return settings.remoteAccess.some((access) => access.remote === remote && access.value === needed)
}

/** Those of a release's origins that its remote may use now; undefined: none. */
export function getAllowedOrigins(
  { remote, origins }: NeedyRelease,
  settings: AccessSettings,
): RemoteOrigins | undefined {
  if (origins === undefined) return undefined
  const allowed = Object.entries(origins)
    .map(([use, list]) => [use, list.filter((origin) => mayUse(remote, origin, settings))] as const)
    .filter(([, list]) => list.length > 0)
  return allowed.length === 0 ? undefined : Object.fromEntries(allowed)
}

/** What a release needs and its remote may not use, and which line lets it; null: nothing. */
export function findMissingAccess(release: NeedyRelease, settings: AccessSettings): MissingAccess | null {
  const { remote, origins = {} } = release
  const missing = [...new Set(Object.values(origins).flat())].filter(
    (needed) => !mayUse(remote, needed, settings),
  )
  if (missing.length === 0) return null
  const line = missing.map((needed) => `${remote}=${needed}`).join(' ')
  return {
    line,
    message: `This site doesn’t let the pages of ${remote} use ${missing.join(', ')}.`,
    hint: `Ask the site’s operator to add ${line} to REMOTE_ACCESS and to restart the site.`,
  }
}

/** Why a release can never be shown to visitors of the site; null: it can. */
export function findUnreachableOrigin({ origins = {} }: NeedyRelease, settings: AccessSettings): Failure {
  const unreachable = Object.values(origins)
    .flat()
    .find((origin) => isUnreachable(origin, settings))
  if (unreachable === undefined) return null
  return {
    message: `${unreachable} is on the machine of each visitor.`,
    hint: 'Name an origin in manifest.ts that visitors reach.',
  }
}

function isUnreachable(needed: string, { host, publicUrl }: AccessSettings): boolean {
  return isLoopback(URL.parse(needed)?.hostname ?? '') && !isLocalSite(host, publicUrl)
}

/** Whether the operator lets a remote load its files from the origin of `baseUrl`. */
export function isAllowedOrigin(
  { remoteOrigins }: Pick<Configuration, 'remoteOrigins'>,
  remote: string,
  baseUrl: string,
): boolean {
  const origin = URL.parse(baseUrl)?.origin
  return remoteOrigins.some((allowed) => allowed.remote === remote && allowed.origin === origin)
}
