import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { mapExtension, type SourcePosition } from '@portico/protocol/release/source-map.ts'
import { runPeriodically } from '../../database/run-periodically.ts'
import { createWorkerPool, type WorkerPool } from '../../http/background/worker-pool.ts'
import { ensureLocal } from '../../releases/storage/ensure-local.ts'
import { getReleasePath } from '../../releases/storage/folder-store.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import type { ScriptPositions } from './find-sources.ts'
import { parseFingerprint } from './read-errors.ts'

const everyMs = 1_000
const deadlineMs = 300_000 // the largest source map takes three seconds on a busy core, but the thread gives way to others

type Threads = WorkerPool<ScriptPositions, (SourcePosition | null)[]>

/** Looks up once where each new error is in the sources, in a thread, until the returned function is called. */
export function startLocatingErrors(
  services: ReleaseStorage,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const threads: Threads = createWorkerPool({
    module: './find-sources',
    importer: import.meta,
    deadlineMs,
  })
  const stop = runPeriodically(() => locateErrors(services, threads), { everyMs, onError })
  return async () => {
    await threads.stop()
    await stop()
  }
}

async function locateErrors(services: ReleaseStorage, threads: Threads): Promise<void> {
  const rows = await services.db
    .selectFrom('release_error')
    .select(['remote', 'release', 'fingerprint'])
    .where('source', 'is', null)
    .execute()
  const scripts = Map.groupBy(rows, ({ remote, release, fingerprint }) => {
    return JSON.stringify([remote, release, parseFingerprint(fingerprint).file])
  })
  for (const [, ofScript] of scripts) {
    const [{ remote: app, release: id, fingerprint } = { remote: '', release: '', fingerprint: '' }] =
      ofScript
    if (!(await ensureLocal(services, { app, id }))) continue
    const folder = getReleasePath(services.configuration.dataDir, { app, id })
    const map = join(folder, parseFingerprint(fingerprint).file + mapExtension)
    const positions = ofScript.map((error) => parseFingerprint(error.fingerprint))
    const sources = existsSync(map) ? await threads.run({ map, positions }) : []
    for (const [at, { remote, release, fingerprint: text }] of ofScript.entries())
      await services.db
        .updateTable('release_error')
        .set({ source: JSON.stringify(sources[at] ?? null) })
        .where('remote', '=', remote)
        .where('release', '=', release)
        .where('fingerprint', '=', text)
        .execute()
  }
}
