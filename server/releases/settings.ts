import { consolePaths } from '@portico/protocol/console-paths.ts'
import type { FastifyInstance } from 'fastify'
import type { ReleaseStorage } from './storage/release-store.ts'
import { requireToken } from './tokens/require-token.ts'

/** `GET /-/settings`: the settings in force, without secrets. */
export async function settings(app: FastifyInstance, { db, configuration }: ReleaseStorage): Promise<void> {
  app.get(consolePaths.settings, async (request) => {
    await requireToken(db, request, 'admin')
    return { settings: configuration.settings }
  })
}
