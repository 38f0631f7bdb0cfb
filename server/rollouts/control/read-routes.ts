import { paths } from '@portico/kit/paths.ts'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import type { FastifyInstance } from 'fastify'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { getReadableRemotes, requireToken } from '../../releases/tokens/require-token.ts'
import { readHistory } from './read-history.ts'
import { createOverviewReader } from './read-overview.ts'
import { getRolloutRemote, listRollouts, readRollout } from './read-rollouts.ts'

/** `GET /-/overview`, and rollouts with everything that is known about them. */
export async function readRoutes(app: FastifyInstance, services: ReleaseStorage): Promise<void> {
  const { db } = services
  const readOverview = createOverviewReader(services)

  app.get(consolePaths.overview, async (request) => readOverview(await requireToken(db, request, 'any')))

  app.get(paths.rollouts, async (request) => {
    const remotes = getReadableRemotes(await requireToken(db, request, 'any'))
    return { rollouts: await listRollouts(services, remotes) }
  })

  app.get<{ Params: { id: string } }>(`${paths.rollouts}/:id`, async (request) => {
    await requireToken(db, request, 'any')
    const rollout = await readRollout(services, request.params.id)
    await requireToken(db, request, { verb: 'read', remote: rollout.remote })
    return rollout
  })

  app.get<{ Params: { id: string } }>(`${paths.rollouts}/:id/history`, async (request) => {
    await requireToken(db, request, 'any')
    const { id } = request.params
    await requireToken(db, request, { verb: 'read', remote: await getRolloutRemote(db, id) })
    return readHistory(db, id)
  })
}
