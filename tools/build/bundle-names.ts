import type { ReleaseRecord } from '@portico/shared/release/release-record.ts'

/** The one file of a remote that the shell fetches by name. */
export const entryFile = 'remote.js'

/** The module that every remote exposes. */
export const exposedModule = './remote'

/** The bundler's name for the chunk of the exposed module. */
export const exposedChunk = 'exposed'

/**
 * Every global of a release holds the release: two releases of one remote in a page otherwise run each other's code.
 */
export function containerGlobal(
  app: { readonly name: string } & Pick<ReleaseRecord, 'version' | 'hash'>,
): string {
  return `portico_${app.name}_${app.version}_${app.hash}`.replace(/[^A-Za-z0-9_]/g, '_')
}

/** Whether a file that the bundler has made is one of the release. */
export function isReleased(name: string): boolean {
  return !/\.map$|\.hot-update\./.test(name)
}
