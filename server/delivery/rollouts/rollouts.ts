import { paths } from '@portico/shared/paths.ts'
import { getPlan } from '@portico/shared/rollout/plans.ts'
import { ReasonSchema, StartRolloutSchema, StepRolloutSchema } from '@portico/shared/rollout/rollout-api.ts'
import type { RolloutEvent } from '@portico/shared/rollout/transition.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../../app.ts'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import { requireToken } from '../tokens/require-token.ts'
import { changeRemote, findRelease } from './change-remote.ts'
import { newRollout } from './generate-rollout-ids.ts'
import { listRollouts, readRollout, remoteOf } from './read-rollouts.ts'
import { remoteCalls } from './remote-routes.ts'
import { startEvaluating } from './start-evaluating.ts'

type ById = FastifyRequest<{ Params: { id: string } }>

const steps = {
  advance: ({ reason }) => ({ kind: 'advanced', ...reason }),
  pause: ({ reason, by }) => ({ kind: 'paused', reason: reason.reason ?? `paused by ${by}` }),
  resume: ({ reason }) => ({ kind: 'resumed', ...reason }),
  cancel: ({ reason, by }) => ({ kind: 'cancelled', reason: reason.reason ?? `cancelled by ${by}` }),
} satisfies Record<string, (said: { reason: { reason?: string }; by: string }) => RolloutEvent>

/** `/-/rollouts` and `/-/remotes`: staging. */
export async function rollouts(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.get(paths.rollouts, async (request) => {
    await requireToken(db, request, 'read')
    return { rollouts: await listRollouts(db) }
  })

  app.get(`${paths.rollouts}/:id`, async (request: ById) => {
    await requireToken(db, request, 'read')
    return readRollout(db, request.params.id)
  })

  app.post(paths.rollouts, async (request, reply) => {
    await requireToken(db, request, 'read') // who has none learns nothing of the body
    const { remote, to, plan, force, reason } = parseBody(StartRolloutSchema, request.body)
    const { name: by } = await requireToken(db, request, { verb: 'rollout', remote })
    const { id, salt } = newRollout()
    await changeRemote(services, { remote, by }, async (change) => ({
      kind: 'started',
      ...{ id, salt, plan: getPlan(plan), force },
      to: await findRelease(change, remote, to),
      ...(reason === undefined ? {} : { reason }),
    }))
    return reply.code(201).send(await readRollout(db, id))
  })

  for (const [step, factOf] of Object.entries(steps)) {
    app.post(`${paths.rollouts}/:id/${step}`, async (request: ById) => {
      await requireToken(db, request, 'read')
      const { id } = request.params
      const remote = await remoteOf(db, id)
      const { name: by } = await requireToken(db, request, { verb: 'rollout', remote })
      const { reason } = parseBody(StepRolloutSchema, request.body)
      await changeRemote(services, { remote, by }, async (_change, staging) => {
        if (staging.rollout?.id !== id) throw overtaken(id)
        return factOf({ by, reason: reason === undefined ? {} : { reason } })
      })
      return readRollout(db, id)
    })
  }

  app.post(`${paths.rollouts}/:id/rollback`, async (request: ById) => {
    await requireToken(db, request, 'read')
    const { id } = request.params
    const remote = await remoteOf(db, id)
    const { name: by } = await requireToken(db, request, { verb: 'rollback', remote })
    const { reason } = parseBody(ReasonSchema, request.body)
    await changeRemote(services, { remote, by }, async (_change, staging) => {
      if (staging.rollout?.id !== id) throw overtaken(id)
      const { status } = staging.rollout
      // Twice is once: what is rolled back would otherwise take the release before with it.
      return status === 'rolled-back' || status === 'cancelled' ? null : { kind: 'rolled-back', reason }
    })
    return readRollout(db, id)
  })

  await app.register(remoteCalls, services)
  const stop = startEvaluating(services, (error) => app.log.error({ err: error }, 'evaluating'))
  app.addHook('onClose', stop)
}

function overtaken(id: string): Problem {
  return new Problem('rollout-not-under-way', {
    detail: `${id} has ended, and another rollout came after it.`,
    hint: 'GET /-/rollouts has the newest first; roll a remote back by its name.',
  })
}
