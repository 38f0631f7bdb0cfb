/** What browsers with Trusted Types have as `window.trustedTypes`; TypeScript does not know it. */
export interface TrustedTypes {
  createPolicy(name: 'default', rules: { readonly createScriptURL: (url: string) => string }): unknown
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}

/** Which folders scripts may come from. */
export interface ScriptPolicy {
  /** From now on scripts of `folder`, which ends with a slash, may be added to the page. */
  allow(folder: URL): void
}

/**
 * Becomes the page's policy for all that would run as a script: only files of folders that were allowed may, and no
 * text. The server's headers demand it; a browser without Trusted Types does without.
 */
export function startScriptPolicy({ trustedTypes }: Pick<Window, 'trustedTypes'>): ScriptPolicy {
  const folders = new Set<string>()
  trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      const { href } = new URL(url, location.href)
      if ([...folders].some((folder) => href.startsWith(folder))) return href
      throw new TypeError(`No release that this page has asked for holds the script ${href}.`)
    },
  })
  return {
    allow: (folder) => folders.add(folder.href),
  }
}
