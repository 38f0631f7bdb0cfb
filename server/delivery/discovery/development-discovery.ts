import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import { readBuilds } from '../storage/read-builds.ts'
import { InvalidBuildError } from '../storage/release-store.ts'
import { emptyDiscovery } from './discovery-repository.ts'
import type { FollowedDiscovery } from './follow-discovery.ts'
import { withRelease } from './with-release.ts'

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
