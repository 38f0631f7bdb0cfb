import { paths } from '@portico/kit/paths.ts'
import { addLimitsGuide } from '@portico/protocol/publish/limits-guide.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { reportsShell } from '@portico/protocol/release/shell-record.ts'
import { getMissingEvidence } from '@portico/protocol/rollout/decide.ts'
import {
  AdvanceRolloutSchema,
  ChangePlanSchema,
  ReasonSchema,
  StartRolloutSchema,
  StepRolloutSchema,
} from '@portico/protocol/rollout/rollout-api.ts'
import { type CountedBy, isActive } from '@portico/protocol/rollout/rollout-record.ts'
import {
  getActiveRollout,
  type RemoteDeployment,
  type RolloutState,
} from '@portico/protocol/rollout/rollout-state.ts'
import type { RolloutEvent } from '@portico/protocol/rollout/transition.ts'
import { refuse } from '@portico/protocol/rollout/transition-refused.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as v from 'valibot'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import { generateRolloutId } from '../../releases/changes/deployment-repository.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import type { Change } from '../../releases/changes/make-change.ts'
import { requireShellCompatibility } from '../../releases/compatibility/shell-compatibility.ts'
import { type AccessSettings, findMissingAccess } from '../../releases/origins/remote-access.ts'
import { findRelease, findReleaseRecord } from '../../releases/storage/release-repository.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { requireToken } from '../../releases/tokens/require-token.ts'
import { changeRemote } from './change-remote.ts'
import { startEvaluating } from './evaluate-rollouts.ts'
import { readPlan } from './read-plan.ts'
import { getRolloutRemote, readRollout } from './read-rollouts.ts'
import { readRoutes } from './read-routes.ts'
import { remoteRoutes } from './remote-routes.ts'
import { startWatchingStalledRollouts } from './watch-stalled-rollouts.ts'

type RolloutRequest = FastifyRequest<{ Params: { id: string } }>

const steps: Readonly<Record<string, RolloutChange<typeof StepRolloutSchema>['createEvent']>> = {
  pause: ({ reason }, { by }) => ({ kind: 'paused', reason: reason ?? `paused by ${by}` }),
  resume: ({ reason }) => ({ kind: 'resumed', ...(reason !== undefined && { reason }) }),
  cancel: ({ reason }, { by }) => ({ kind: 'cancelled', reason: reason ?? `cancelled by ${by}` }),
}

const advance: RolloutChange<typeof AdvanceRolloutSchema> = {
  verb: 'rollout',
  schema: AdvanceRolloutSchema,
  createEvent({ to, reason }, { deployment, countedBy }) {
    if (reason === undefined) requireEvidence(deployment, { countedBy, to })
    return { kind: 'advanced', ...(to !== undefined && { to }), ...(reason !== undefined && { reason }) }
  },
}

const changePlan: RolloutChange<typeof ChangePlanSchema> = {
  verb: 'rollout',
  schema: ChangePlanSchema,
  async createEvent({ reason, ...planned }, { change, remote, rollout }) {
    if (!isActive(rollout)) refuse('rollout-not-in-progress', 'Start a release first.')
    const plan = await readPlan(change, planned, { remote, release: rollout.to })
    return { kind: 'plan-changed', plan, reason }
  },
}

const rollBack: RolloutChange<typeof ReasonSchema> = {
  verb: 'rollback',
  schema: ReasonSchema,
  // Idempotent: a second request would otherwise roll back the previous release as well.
  createEvent: ({ reason }, { rollout: { status } }) =>
    status === 'rolled-back' || status === 'cancelled' ? null : { kind: 'rolled-back', reason },
}

interface RolloutServices extends ReleaseStorage {
  readonly kind: Database['kind']
  readonly discovery: Discovery
}

/** `/-/rollouts` and `/-/remotes`: rolling out and rolling back releases. */
export async function rollouts(app: FastifyInstance, services: RolloutServices): Promise<void> {
  const { db } = services

  app.post(paths.rollouts, async (request, reply) => {
    await requireToken(db, request, 'any') // without a token, nothing about the body is revealed
    const { remote, to, force, reason, ...planned } = parseBody(StartRolloutSchema, request.body)
    const actor = await requireToken(db, request, { verb: 'rollout', remote })
    const id = generateRolloutId()
    await changeRemote(services, { remote, actor }, async (change) => {
      const release = await findRelease(change.trx, remote, to)
      await requireEveryShell(change, remote, release)
      await requireAccess(change, { remote, release }, services.configuration)
      const plan = await readPlan(change, planned, { remote, release })
      if (remote === 'shell' && plan.name !== 'now') requireReportingShell(change)
      const started = { kind: 'started', id, plan, force, to: release } as const
      return reason === undefined ? started : { ...started, reason }
    })
    return reply.code(201).send(await readRollout(services, id))
  })

  const addChange = <Schema extends v.GenericSchema>(name: string, change: RolloutChange<Schema>) =>
    app.post(`${paths.rollouts}/:id/${name}`, (request: RolloutRequest) =>
      changeRollout(services, request, change),
    )
  for (const [name, createEvent] of Object.entries(steps))
    addChange(name, { verb: 'rollout', schema: StepRolloutSchema, createEvent })
  addChange('advance', advance)
  addChange('plan', changePlan)
  addChange('rollback', rollBack)

  await app.register(readRoutes, services)
  await app.register(remoteRoutes, services)
  const stop = startEvaluating(services, (error) => app.log.error({ err: error }, 'evaluating rollouts'))
  app.addHook('onClose', stop)
  const onWatchError = (error: unknown) => app.log.error({ err: error }, 'watching rollouts')
  app.addHook('onClose', startWatchingStalledRollouts(services, onWatchError))
}

interface RolloutChange<Schema extends v.GenericSchema> {
  readonly verb: 'rollout' | 'rollback'
  readonly schema: Schema
  readonly createEvent: (
    body: v.InferOutput<Schema>,
    context: RolloutContext,
  ) => RolloutEvent | null | Promise<RolloutEvent>
}

interface RolloutContext {
  readonly by: string
  readonly change: Change
  readonly remote: string
  readonly deployment: RemoteDeployment
  readonly rollout: RolloutState
  readonly countedBy: CountedBy
}

/** Changes the remote of a rollout, unless a newer rollout has replaced it. Returns the rollout. */
async function changeRollout<Schema extends v.GenericSchema>(
  services: RolloutServices,
  request: RolloutRequest,
  { verb, schema, createEvent }: RolloutChange<Schema>,
) {
  await requireToken(services.db, request, 'any')
  const { id } = request.params
  const remote = await getRolloutRemote(services.db, id)
  const actor = await requireToken(services.db, request, { verb, remote })
  const body = parseBody(schema, request.body)
  await changeRemote(services, { remote, actor }, async (change, deployment) => {
    const { rollout } = deployment
    if (rollout?.id !== id) throw createSupersededProblem(id)
    const { countedBy } = services.configuration
    return createEvent(body, { by: actor.name, change, remote, deployment, rollout, countedBy })
  })
  return readRollout(services, id)
}

/** Throws `release-incompatible` if a shell that visitors get can't run a release, or the release is a shell that can't run a remote. */
async function requireEveryShell({ trx, document }: Change, app: string, release: string): Promise<void> {
  const canary = document.shell?.canary?.release
  for (const shell of [document.shell, ...(canary ? [canary] : [])])
    await requireShellCompatibility({ trx, document: { ...document, shell } }, app, release)
}

/** Throws `first-release` if the live shell can't report how it works: there is nothing to compare another one with. */
function requireReportingShell({ document: { shell } }: Change): void {
  if (shell !== null && !reportsShell(shell))
    refuse(
      'first-release',
      `Everyone has shell@${getReleaseId(shell)}, which is too old to report how it works. Start this one with \`--plan now\`.`,
    )
}

/** Throws `access-missing` if the operator doesn't let the remote use what the release needs. */
async function requireAccess(
  { trx }: Change,
  { remote, release }: { readonly remote: string; readonly release: string },
  settings: AccessSettings,
): Promise<void> {
  const record = await findReleaseRecord(trx, remote, release)
  const missing = record === null ? null : findMissingAccess(record, settings)
  if (missing === null) return
  throw new Problem('access-missing', { detail: missing.message, hint: addLimitsGuide(missing.hint) })
}

/**
 * Throws `reason-required` if the step would end before its evidence is complete, or be skipped. A testers' step is always
 * ended manually.
 */
function requireEvidence(
  deployment: RemoteDeployment,
  { countedBy, to }: { readonly countedBy: CountedBy; readonly to?: number | undefined },
): void {
  const rollout = getActiveRollout(deployment)
  if (rollout?.status !== 'running' || deployment.frozen !== null) return
  if (to !== undefined)
    throw new Problem('reason-required', {
      detail: `Advancing to ${to / 100} % leaves out what the plan compares before.`,
      hint: 'Give a reason (`--reason "…"`), which the audit log records.',
    })
  if (rollout.share === 0) return
  const missing = getMissingEvidence(deployment, countedBy)
  if (missing.length === 0) return
  throw new Problem('reason-required', {
    detail: `The evidence for ${rollout.to} is incomplete: it ${missing.join(', ')}.`,
    hint: 'Wait for the site to advance it, or give a reason (`--reason "…"`), which the audit log records.',
  })
}

function createSupersededProblem(id: string): Problem {
  return new Problem('rollout-not-in-progress', {
    detail: `${id} has ended, and a newer rollout has replaced it.`,
    hint: 'See the newest one with `status`. To roll a remote back, use its name.',
  })
}
