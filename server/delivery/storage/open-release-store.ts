import type { Configuration } from '../../configuration/configuration.ts'
import { countOperations } from './count-operations.ts'
import { createFolderStore } from './folder-store.ts'
import { createReleaseObjects } from './release-objects.ts'
import type { ReleaseStore } from './release-store.ts'
import { openBucket } from './s3-bucket.ts'
import { createS3Store } from './s3-store.ts'

/** The store that the configuration names. */
export function openReleaseStore({
  dataDir,
  releaseStore,
}: Pick<Configuration, 'dataDir' | 'releaseStore'>): ReleaseStore {
  const folder = createFolderStore(dataDir)
  if (releaseStore === null) return countOperations(folder)
  return countOperations(
    createS3Store(folder, { dataDir, objects: createReleaseObjects(openBucket(releaseStore)) }),
  )
}
