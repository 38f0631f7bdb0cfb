import { paths } from '../paths.ts'
import { sandboxKeys } from './sandbox-keys.ts'

/** Where requests go. */
export interface ApiTarget {
  readonly base: string
  /** True: no API is configured, so the sandbox of this site responds. */
  readonly isSandbox: boolean
  /** Keys that anyone may use there; null: visitors need their own. */
  readonly demoKeys: typeof sandboxKeys | null
}

/** Returns the API that the owner configured, or the sandbox at the site's `origin`. */
export function getApiTarget(configuredBase: string | null, origin: string): ApiTarget {
  return configuredBase === null
    ? { base: new URL(paths.sandbox, origin).href, isSandbox: true, demoKeys: sandboxKeys }
    : { base: configuredBase, isSandbox: false, demoKeys: null }
}
