import { paths } from '../paths.ts'
import { sandboxKeys } from './sandbox.ts'

/** Where requests go. */
export interface Provider {
  readonly base: string
  /** True: no provider is configured, so the sandbox of this site answers. */
  readonly isSandbox: boolean
  /** Keys that anyone may use there; null: the visitor needs one of their own. */
  readonly demoKeys: typeof sandboxKeys | null
}

/** The provider that the owner has configured, or the sandbox at the site's own `origin`. */
export function providerAt(configuredBase: string | null, origin: string): Provider {
  return configuredBase === null
    ? { base: new URL(paths.provider, origin).href, isSandbox: true, demoKeys: sandboxKeys }
    : { base: configuredBase, isSandbox: false, demoKeys: null }
}
