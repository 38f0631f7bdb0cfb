import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { removeAbandonedFiles } from '../storage/temporary-path.ts'
import { startBackfill } from './backfill-store.ts'
import { uploadRoutes } from './upload-routes.ts'

/** Publishing releases while the site is running. */
export async function releases(app: FastifyInstance, services: Services): Promise<void> {
  await removeAbandonedFiles(services.configuration.dataDir)
  await app.register(uploadRoutes, services)
  app.addHook('onClose', startBackfill(services, { log: app.log }))
}
