import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import { PublishError, readBuilds } from '../storage/read-builds.ts'
import { noDocument } from './discovery-repository.ts'
import type { LiveDocument } from './follow-discovery.ts'
import { documentWith } from './with-release.ts'

/** For development: the document of what stands built in `folder` at each moment; nothing is published. */
export function documentOfFolder(folder: string): LiveDocument {
  let revision = 0
  const read = (): DiscoveryDocument => {
    revision += 1 // never the same twice, so that nothing made from it is kept
    return { ...readCurrent(folder), revision }
  }
  return { read, refresh: async () => {}, stop: async () => {} }
}

function readCurrent(folder: string): DiscoveryDocument {
  try {
    return readBuilds(folder).reduce(documentWith, noDocument)
  } catch (error) {
    if (error instanceof PublishError) return noDocument // The first build is still going on.
    throw error
  }
}
