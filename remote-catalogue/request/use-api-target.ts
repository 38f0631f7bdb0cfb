import { sandboxKeys } from '@portico/shared/api/sandbox-keys.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import { paths } from '@portico/shared/paths.ts'

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
  return getApiTarget(useHost().site.apiBase, location.origin)
}

/** Returns the API that the owner configured, or the sandbox at the site's `origin`. */
export function getApiTarget(configuredBase: string | null, origin: string): ApiTarget {
  return configuredBase === null
    ? { base: new URL(paths.sandbox, origin).href, isSandbox: true, demoKeys: sandboxKeys }
    : { base: configuredBase, isSandbox: false, demoKeys: null }
}
