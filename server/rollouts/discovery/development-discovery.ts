import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { emptyDiscovery } from '../../releases/changes/discovery-repository.ts'
import { withRelease } from '../../releases/changes/with-release.ts'
import { readBuilds } from '../../releases/storage/read-builds.ts'
import { InvalidBuildError } from '../../releases/storage/release-store.ts'
import type { FollowedDiscovery } from './follow-discovery.ts'

/** For development: describes what is currently built in `folder`; nothing is published. */
export function readDevelopmentDiscovery(folder: string): FollowedDiscovery {
  let revision = 0
  const read = (): DiscoveryDocument => {
    revision += 1 // never the same twice, so that nothing derived from it is cached
    return { ...readCurrent(folder), revision }
  }
  return { read, refresh: async () => {}, stop: async () => {} }
}

function readCurrent(folder: string): DiscoveryDocument {
  try {
    return readBuilds(folder).reduce(withRelease, emptyDiscovery)
  } catch (error) {
    if (error instanceof InvalidBuildError) return emptyDiscovery // the first build is still running
    throw error
  }
}
