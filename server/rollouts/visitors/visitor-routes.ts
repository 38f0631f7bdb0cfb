import { consolePaths } from '@portico/protocol/console-paths.ts'
import { VisitorSchema } from '@portico/protocol/rollout/visitor-api.ts'
import type { FastifyInstance } from 'fastify'
import { parseBody } from '../../http/requests/parse-body.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { getReadableRemotes, requireToken } from '../../releases/tokens/require-token.ts'
import { getVisitorBucket } from './visitor-id.ts'

type VisitorServices = ReleaseStorage & { readonly discovery: Discovery }

/** `POST /-/visitors`: which bucket a visitor has in each rollout that the token may read. Only the site knows: the salt is secret. */
export async function visitorRoutes(app: FastifyInstance, services: VisitorServices): Promise<void> {
  const { db, configuration, discovery } = services
  app.post(consolePaths.visitors, async (request) => {
    const readable = getReadableRemotes(await requireToken(db, request, 'any'))
    const { id } = parseBody(VisitorSchema, request.body)
    const { remotes } = discovery.read()
    const rollouts = Object.entries(remotes).flatMap(([remote, { canary }]) =>
      canary !== undefined && (readable === null || readable.includes(remote)) ? [canary.rollout] : [],
    )
    const toBucket = (rollout: string) => [rollout, getVisitorBucket(id, rollout, configuration.secrets)]
    return { buckets: Object.fromEntries(rollouts.map(toBucket)) }
  })
}
