import type { Configuration } from '../../configuration/configuration.ts'
import { isAllowedOrigin } from '../../delivery/origins/is-allowed-origin.ts'
import type { RemoteSelection } from './match-page.ts'

/**
 * Selects where the files of each release are loaded from: its own origin, if it has one that is allowed now. A fallback
 * always comes from the site. Returns the same object if there is none.
 */
export function selectFolders(
  remotes: readonly RemoteSelection[],
  configuration: Pick<Configuration, 'remoteOrigins'>,
): readonly RemoteSelection[] {
  if (configuration.remoteOrigins.length === 0) return remotes
  return remotes.map((remote) => {
    const { baseUrl } = remote.release
    const isElsewhere = baseUrl !== undefined && isAllowedOrigin(configuration, remote.name, baseUrl)
    return isElsewhere ? { ...remote, release: { ...remote.release, folder: baseUrl } } : remote
  })
}
