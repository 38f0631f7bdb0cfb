import type { RemoteOrigins } from '@portico/kit/contract/origins.ts'
import { allowSources, toSources } from './page-policy.ts'

/**
 * The Content-Security-Policy of a script that a browser runs as a worker. It loads scripts and data of its own release, uses the other
 * origins of its remote, and nothing else. `folder` is the release's URL. Opened as a document, a script is text.
 */
export function createScriptFilePolicy(folder: string, { connect, run }: RemoteOrigins = {}): string {
  const own = `default-src 'none'; script-src ${folder}; connect-src ${folder}; frame-ancestors 'none'`
  return allowSources(own, toSources({ ...(connect && { connect }), ...(run && { run }) }))
}
