import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '../../app.ts'
import { readDocument } from '../discovery/discovery-repository.ts'
import { filesOf, releasesIn } from '../storage/ensure-local.ts'
import { PublishError } from '../storage/read-builds.ts'
import { openReleaseStore, type ReleaseName, type ReleaseStore } from '../storage/release-store.ts'

type Stores = Pick<Services, 'db' | 'configuration'>

const againMs = 30_000 // where the store or the database is away

interface FillOptions {
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly everyMs?: number
}

/**
 * Gives an S3-compatible store every release that the data folder has and it lacks: of a site that kept its releases in
 * the folder before. Goes on beside the site until all is there, also at the next start; stops when the returned
 * function is called.
 */
export function startFillingStore(
  stores: Stores,
  { log, everyMs = againMs }: FillOptions,
): () => Promise<void> {
  if (stores.configuration.releaseStore === null) return async () => {}
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isTold = false
  const attempt = async (): Promise<void> => {
    try {
      await fillStore(stores, { log, signal: stopping.signal })
    } catch (err) {
      if (!isTold)
        log.warn({ err }, 'The releases of the data folder are not in the store yet; trying again.')
      isTold = true
      if (!stopping.signal.aborted) timer = setTimeout(begin, everyMs)
    }
  }
  let running = attempt()
  function begin() {
    running = attempt()
  }
  return async () => {
    stopping.abort()
    clearTimeout(timer)
    await running
  }
}

interface Filling extends Pick<FillOptions, 'log'> {
  readonly signal: AbortSignal
}

/** One attempt of it. Returns how many releases were copied; throws a BucketError where the store is away. */
export async function fillStore(stores: Stores, { log, signal }: Filling): Promise<number> {
  const store = openReleaseStore(stores.configuration)
  let copied = 0
  for (const name of await publishedReleases(stores.db)) {
    if (signal.aborted) break
    try {
      if (await adopt(stores.db, store, name)) copied += 1
    } catch (err) {
      if (!(err instanceof PublishError)) throw err
      const wrong = `${name.app}@${name.id} in the data folder is not what was published, and the store has no copy.`
      log.warn({ err }, `${wrong} Publish the same build again, or restore DATA_DIR from a backup.`)
    }
  }
  if (copied > 0) log.warn(`Copied ${copied} ${copied === 1 ? 'release' : 'releases'} into RELEASE_STORE.`)
  return copied
}

async function adopt(db: Stores['db'], store: ReleaseStore, { app, id }: ReleaseName): Promise<boolean> {
  const row = await db
    .selectFrom('release')
    .select('record')
    .where('app', '=', app)
    .where('id', '=', id)
    .where('collected_at', 'is', null) // it may have been collected since they were listed
    .executeTakeFirst()
  return row !== undefined && store.adopt({ app, id, files: filesOf(row.record) })
}

/** First what visitors get now: another machine may be waiting for it. */
async function publishedReleases(db: Stores['db']): Promise<ReleaseName[]> {
  const shown = releasesIn(await readDocument(db))
  const rows = await db
    .selectFrom('release')
    .select(['app', 'id'])
    .where('collected_at', 'is', null)
    .orderBy('published_at', 'desc')
    .execute()
  const isShown = ({ app, id }: ReleaseName) => shown.some((one) => one.app === app && one.id === id)
  return [...shown, ...rows.filter((row) => !isShown(row))]
}
