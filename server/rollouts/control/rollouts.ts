import { paths } from '@portico/kit/paths.ts'
import { getMissingEvidence } from '@portico/protocol/rollout/decide.ts'
import { getPlan } from '@portico/protocol/rollout/plans.ts'
import { ReasonSchema, StartRolloutSchema, StepRolloutSchema } from '@portico/protocol/rollout/rollout-api.ts'
import type { CountedBy } from '@portico/protocol/rollout/rollout-record.ts'
import { getActiveRollout, type RemoteDeployment } from '@portico/protocol/rollout/rollout-state.ts'
import type { RolloutEvent } from '@portico/protocol/rollout/transition.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import { generateRolloutId } from '../../releases/changes/deployment-repository.ts'
import type { Discovery } from '../../releases/changes/discovery.ts'
import { requireShellCompatibility } from '../../releases/compatibility/shell-compatibility.ts'
import { findRelease } from '../../releases/storage/release-repository.ts'
import type { ReleaseStorage } from '../../releases/storage/release-storage.ts'
import { getReadableRemotes } from '../../releases/tokens/readable-remotes.ts'
import { requireToken } from '../../releases/tokens/require-token.ts'
import { changeRemote } from './change-remote.ts'
import { startEvaluating } from './evaluate-rollouts.ts'
import { getRolloutRemote, listRollouts, readRollout } from './read-rollouts.ts'
import { remoteRoutes } from './remote-routes.ts'
import { startWatchingStalledRollouts } from './watch-stalled-rollouts.ts'

type RolloutRequest = FastifyRequest<{ Params: { id: string } }>

const steps = {
  advance: ({ reason }) => ({ kind: 'advanced', ...reason }),
  pause: ({ reason, by }) => ({ kind: 'paused', reason: reason.reason ?? `paused by ${by}` }),
  resume: ({ reason }) => ({ kind: 'resumed', ...reason }),
  cancel: ({ reason, by }) => ({ kind: 'cancelled', reason: reason.reason ?? `cancelled by ${by}` }),
} satisfies Record<string, (input: { reason: { reason?: string }; by: string }) => RolloutEvent>

interface RolloutServices extends ReleaseStorage {
  readonly kind: Database['kind']
  readonly discovery: Discovery
}

/** `/-/rollouts` and `/-/remotes`: rolling out and rolling back releases. */
export async function rollouts(app: FastifyInstance, services: RolloutServices): Promise<void> {
  const { db } = services
  const { countedBy } = services.configuration
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.get(paths.rollouts, async (request) => {
    const remotes = getReadableRemotes(await requireToken(db, request, 'any'))
    return { rollouts: await listRollouts(services, remotes) }
  })

  app.get(`${paths.rollouts}/:id`, async (request: RolloutRequest) => {
    await requireToken(db, request, 'any')
    const rollout = await readRollout(services, request.params.id)
    await requireToken(db, request, { verb: 'read', remote: rollout.remote })
    return rollout
  })

  app.post(paths.rollouts, async (request, reply) => {
    await requireToken(db, request, 'any') // without a token, nothing about the body is revealed
    const { remote, to, plan, force, reason } = parseBody(StartRolloutSchema, request.body)
    const actor = await requireToken(db, request, { verb: 'rollout', remote })
    const id = generateRolloutId()
    await changeRemote(services, { remote, actor }, async (change) => {
      const release = await findRelease(change.trx, remote, to)
      await requireShellCompatibility(change, remote, release)
      return {
        kind: 'started',
        ...{ id, plan: getPlan(plan), force, to: release },
        ...(reason === undefined ? {} : { reason }),
      }
    })
    return reply.code(201).send(await readRollout(services, id))
  })

  for (const [step, createEvent] of Object.entries(steps)) {
    app.post(`${paths.rollouts}/:id/${step}`, async (request: RolloutRequest) => {
      await requireToken(db, request, 'any')
      const { id } = request.params
      const remote = await getRolloutRemote(db, id)
      const actor = await requireToken(db, request, { verb: 'rollout', remote })
      const { reason } = parseBody(StepRolloutSchema, request.body)
      await changeRemote(services, { remote, actor }, async (_change, deployment) => {
        if (deployment.rollout?.id !== id) throw createSupersededProblem(id)
        if (step === 'advance' && reason === undefined) requireEvidence(deployment, countedBy)
        return createEvent({ by: actor.name, reason: reason === undefined ? {} : { reason } })
      })
      return readRollout(services, id)
    })
  }

  app.post(`${paths.rollouts}/:id/rollback`, async (request: RolloutRequest) => {
    await requireToken(db, request, 'any')
    const { id } = request.params
    const remote = await getRolloutRemote(db, id)
    const actor = await requireToken(db, request, { verb: 'rollback', remote })
    const { reason } = parseBody(ReasonSchema, request.body)
    await changeRemote(services, { remote, actor }, async (_change, deployment) => {
      if (deployment.rollout?.id !== id) throw createSupersededProblem(id)
      const { status } = deployment.rollout
      // Idempotent: a second request would otherwise roll back the previous release as well.
      return status === 'rolled-back' || status === 'cancelled' ? null : { kind: 'rolled-back', reason }
    })
    return readRollout(services, id)
  })

  await app.register(remoteRoutes, services)
  const stop = startEvaluating(services, (error) => app.log.error({ err: error }, 'evaluating rollouts'))
  app.addHook('onClose', stop)
  const onWatchError = (error: unknown) => app.log.error({ err: error }, 'watching rollouts')
  app.addHook('onClose', startWatchingStalledRollouts(services, onWatchError))
}

/** Throws `reason-required` if the step would end before its evidence is complete. A testers' step is always ended manually. */
function requireEvidence(deployment: RemoteDeployment, countedBy: CountedBy): void {
  const rollout = getActiveRollout(deployment)
  if (rollout?.status !== 'running' || rollout.share === 0 || deployment.frozen !== null) return
  const missing = getMissingEvidence(deployment, countedBy)
  if (missing.length === 0) return
  throw new Problem('reason-required', {
    detail: `The evidence for ${rollout.to} is incomplete: it ${missing.join(', ')}.`,
    hint: 'Wait for the site to advance it, or send a reason (`--reason "…"`), which the audit log records.',
  })
}

function createSupersededProblem(id: string): Problem {
  return new Problem('rollout-not-in-progress', {
    detail: `${id} has ended, and a newer rollout has replaced it.`,
    hint: 'GET /-/rollouts lists the newest first. To roll a remote back, use its name.',
  })
}
