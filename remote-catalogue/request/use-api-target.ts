import { withoutFragment } from '@portico/kit/api/api-base.ts'
import { sandboxKeys } from '@portico/kit/api/sandbox-keys.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import { paths } from '@portico/kit/paths.ts'
import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'

/** Where requests go. */
export interface ApiTarget {
  readonly base: string
  /** True: no API is configured, so the sandbox of this site responds. */
  readonly isSandbox: boolean
  /** Keys that anyone may use there; null: visitors need their own. */
  readonly demoKeys: typeof sandboxKeys | null
}

/** The target of all requests on the page, whether shown, copied or sent. */
export function useApiTarget(): ApiTarget {
  const { site, publicUrl } = useHost()
  const isHydrating = useIsHydrating()
  return getApiTarget(site.apiBase, (isHydrating ? publicUrl : undefined) ?? location.origin)
}

/** Returns the API that the owner configured, or the sandbox at the site's `origin`. */
export function getApiTarget(configuredBase: string | null, origin: string): ApiTarget {
  return configuredBase === null
    ? { base: origin + paths.sandbox, isSandbox: true, demoKeys: sandboxKeys }
    : { base: withoutFragment(configuredBase), isSandbox: false, demoKeys: null }
}
