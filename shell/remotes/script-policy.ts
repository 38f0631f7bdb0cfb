/** `window.trustedTypes`, which TypeScript doesn't know. */
export interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (url: string, type: string, sink: string) => string },
  ) => unknown
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}

/** The folders that scripts may load from. */
export type ScriptPolicy = ReturnType<typeof startScriptPolicy>

const workerExample = "new Worker(new URL('./name.worker.ts', import.meta.url))"

/**
 * Creates the page's default Trusted Types policy, which the server's headers require: only scripts from allowed folders
 * run, also as workers, and no text. Does nothing in a browser without Trusted Types.
 */
export function startScriptPolicy({ trustedTypes }: Pick<Window, 'trustedTypes'>) {
  const folders = new Set<string>()
  trustedTypes?.createPolicy('default', {
    createScriptURL(url, _type, sink) {
      const { href } = new URL(url, location.href)
      if ([...folders].some((folder) => href.startsWith(folder))) return href
      const remedy = sink.includes('Worker') ? ` Write ${workerExample}.` : ''
      throw new TypeError(`The script ${href} belongs to no release that this page has requested.${remedy}`)
    },
  })
  // Frameworks ask for a policy of their own as they load. The headers allow none, so the browser would report a violation. What this one
  // returns is text, to which the default policy applies.
  if (trustedTypes) trustedTypes.createPolicy = (_name, rules) => rules
  return {
    /** Allows scripts from `folder`, which ends with a slash. */
    allow: (folder: URL) => folders.add(folder.href),
  }
}
