import { systemActors } from '@portico/protocol/tokens/token-api.ts'
import type { FastifyInstance } from 'fastify'
import { runPeriodically } from '../../database/run-periodically.ts'
import { deleteOldEmails } from '../../email/open-outbox.ts'
import type { ReleaseStorage } from '../storage/release-store.ts'
import { removeAbandonedFiles } from '../storage/temporary-path.ts'
import { collectReleases } from './collect-releases.ts'
import { deleteExpiredRecords } from './delete-expired-records.ts'

const everyMs = 3_600_000

/**
 * Deletes what is no longer needed, every hour and on every machine: each removes its own files, and whatever shared
 * data is left.
 */
export async function cleanUp(app: FastifyInstance, services: ReleaseStorage): Promise<void> {
  const onError = (error: unknown) => app.log.error({ err: error }, 'clean-up')
  app.addHook(
    'onClose',
    runPeriodically(() => deleteUnneeded(services), {
      everyMs,
      onError,
      onClockJump: (jumpedMs) =>
        app.log.warn(
          `The clock of this machine has jumped by ${Math.round(jumpedMs / 60_000)} minutes. Nothing is deleted for an hour. If the clock is wrong, correct it now.`,
        ),
    }),
  )
}

/** One run. If one step fails, the others still run. */
export async function deleteUnneeded(services: ReleaseStorage): Promise<void> {
  const { db, configuration } = services
  const results = await Promise.allSettled([
    collectReleases(services, systemActors.site),
    removeAbandonedFiles(configuration.dataDir),
    deleteExpiredRecords(db),
    deleteOldEmails(configuration.dataDir),
  ])
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
