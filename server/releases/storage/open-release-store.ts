import { Counter } from 'prom-client'
import type { Configuration } from '../../configuration/configuration.ts'
import { withSpan } from '../../tracing/with-span.ts'
import { createFolderStore } from './folder-store.ts'
import { createReleaseObjects } from './release-objects.ts'
import type { ReleaseStore } from './release-store.ts'
import { openBucket } from './s3-bucket.ts'
import { createS3Store } from './s3-store.ts'

const operations = new Counter({
  name: 'portico_store_operations_total',
  help: 'Operations of the release store, by outcome: ok or failed.',
  labelNames: ['operation', 'outcome'] as const,
})

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

/** The same store; every operation is counted. */
function countOperations(store: ReleaseStore): ReleaseStore {
  const counted = async <T>(operation: keyof ReleaseStore, run: () => Promise<T>): Promise<T> => {
    try {
      const value = await withSpan('release store', { operation }, run)
      operations.inc({ operation, outcome: 'ok' })
      return value
    } catch (error) {
      operations.inc({ operation, outcome: 'failed' })
      throw error
    }
  }
  return {
    store: (...release) => counted('store', () => store.store(...release)),
    stage: (...release) => counted('stage', () => store.stage(...release)),
    ensureLocal: (release) => counted('ensureLocal', () => store.ensureLocal(release)),
    importLocal: (release) => counted('importLocal', () => store.importLocal(release)),
    isIntact: store.isIntact,
    readAll: (release) => counted('readAll', () => store.readAll(release)),
    removeLocal: (release) => counted('removeLocal', () => store.removeLocal(release)),
    removeUpload: (upload) => counted('removeUpload', () => store.removeUpload(upload)),
    getUpload: store.getUpload,
    listUploads: () => counted('listUploads', () => store.listUploads()),
  }
}
