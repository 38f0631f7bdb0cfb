import { paths } from '../paths.ts'
import { sandboxKeys } from './sandbox-keys.ts'

/** Where requests go. */
export interface ApiTarget {
  readonly base: string
  /** True: no provider is configured, so the sandbox of this site answers. */
  readonly isSandbox: boolean
  /** Keys that anyone may use there; null: the visitor needs one of their own. */
  readonly demoKeys: typeof sandboxKeys | null
}

/** The provider that the owner has configured, or the sandbox at the site's own `origin`. */
export function getApiTarget(configuredBase: string | null, origin: string): ApiTarget {
  return configuredBase === null
    ? { base: new URL(paths.sandbox, origin).href, isSandbox: true, demoKeys: sandboxKeys }
    : { base: configuredBase, isSandbox: false, demoKeys: null }
}
