import { setTimeout as wait } from 'node:timers/promises'
import { paths } from '@portico/kit/paths.ts'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { ReleaseStorage } from '../../releases/storage/release-storage.ts'
import { readPreviews } from './preview-cookie.ts'
import { describeDevReleases } from './preview-script.ts'
import type { createPreviewedReleases } from './previewed-releases.ts'
import { withoutRevoked } from './revoked-previews.ts'

/** Shorter than what proxies allow. */
const holdMs = 2_000
/** Between two looks into the database, through which servers learn of each other's builds. */
const checkMs = 40

const QuerySchema = v.object({ shown: v.fallback(v.string(), '') })

interface PreviewChangesOptions {
  readonly services: ReleaseStorage
  readonly findReleases: ReturnType<typeof createPreviewedReleases>
}

/**
 * `GET /-/preview-changes?shown=<builds>`: the newest builds of this browser's development sessions. Waits for up to two
 * seconds while they are those that the page shows, so that a new build is known at once and not with the next poll.
 */
export async function previewChanges(
  app: FastifyInstance,
  { services: { configuration, db }, findReleases }: PreviewChangesOptions,
): Promise<void> {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.get(paths.previewChanges, async (request) => {
    const { shown } = v.parse(QuerySchema, request.query)
    const previews = readPreviews(request, configuration)
    const until = performance.now() + holdMs
    for (;;) {
      const current = await withoutRevoked(db, previews)
      const sessions = current.filter(({ session }) => session !== undefined)
      const newest = describeDevReleases(await findReleases(sessions))
      const isNews = newest !== shown || sessions.length === 0
      if (isNews || isStopping || request.raw.socket.destroyed || performance.now() >= until)
        return { shown: newest }
      await wait(checkMs)
    }
  })
}
