import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'

/** The version of the protocol between the shell and containers: `init` and `get`, as of Module Federation 1.0. */
export const federationVersion = '1.0'

/** The entry of a remote: the one file that the shell requests by name. */
export const entryFile = 'remote.js'

/** The module that every remote exposes. */
export const exposedModule = './remote'

/** The bundler's name for the chunk of the exposed module. */
export const exposedChunk = 'exposed'

/**
 * The global of a release. It contains the release, because two releases of a remote on one page would otherwise run each
 * other's code.
 */
export function containerGlobal(
  app: { readonly name: string } & Pick<ReleaseRecord, 'version' | 'hash'>,
): string {
  return `portico_${app.name}_${app.version}_${app.hash}`.replace(/[^A-Za-z0-9_]/g, '_')
}

/** Whether an asset of the bundler belongs to the release. */
export function isReleased(name: string): boolean {
  return !/\.map$|\.hot-update\./.test(name)
}
