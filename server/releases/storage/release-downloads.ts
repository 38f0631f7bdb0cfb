import { existsSync } from 'node:fs'
import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import pLimit from 'p-limit'
import { ensureLocal, getServedReleases } from './ensure-local.ts'
import { getReleasePath } from './folder-store.ts'
import type { ReleaseName, ReleaseStorage } from './release-store.ts'

const concurrency = 8 // a release whose download hangs does not delay the others

interface DownloadOptions {
  /** Called whenever a release has arrived. */
  readonly onArrival: () => void
  readonly onError: (error: unknown) => void
}

/** Downloads of the releases that visitors may get, so that no visitor has to wait for one. Without an S3-compatible store there is nothing to download. */
export function createReleaseDownloads(stores: ReleaseStorage, { onArrival, onError }: DownloadOptions) {
  const { dataDir, releaseStore } = stores.configuration
  const limit = pLimit(concurrency)
  const running = new Map<string, Promise<void>>()
  const nowhere = new Set<string>()
  const failed = new Set<string>()
  const getKey = ({ app, id }: ReleaseName) => `${app}@${id}`
  const has = (release: ReleaseName) =>
    releaseStore === null ||
    nowhere.has(getKey(release)) ||
    (existsSync(getReleasePath(dataDir, release)) && !running.has(getKey(release)))

  async function download(release: ReleaseName): Promise<void> {
    const key = getKey(release)
    try {
      if (!(await ensureLocal(stores, release))) {
        nowhere.add(key)
        onError(
          new Error(
            `The files of ${key} are neither on this machine nor in RELEASE_STORE. Start the machine that has them with that store configured, and it uploads them. Or publish the same build again.`,
          ),
        )
      }
      failed.delete(key)
    } catch (error) {
      if (!failed.has(key)) onError(error) // the store is unavailable: the next poll tries again
      failed.add(key)
      return
    } finally {
      running.delete(key)
    }
    onArrival()
  }

  return {
    /** Whether this machine has the files of a release, or nobody has. */
    has,
    /**
     * Downloads the missing releases of `document`; shares downloads in progress. Resolves when all have ended, and never
     * rejects: errors are reported once for each release until it has arrived.
     */
    async start(document: DiscoveryDocument): Promise<void> {
      const served = getServedReleases(document)
      const keys = new Set(served.map(getKey))
      for (const known of [nowhere, failed]) for (const key of known) if (!keys.has(key)) known.delete(key)
      for (const release of served) {
        const key = getKey(release)
        if (!has(release) && !running.has(key))
          running.set(
            key,
            limit(() => download(release)),
          )
      }
      await Promise.all(served.flatMap((release) => running.get(getKey(release)) ?? []))
    },
  }
}
