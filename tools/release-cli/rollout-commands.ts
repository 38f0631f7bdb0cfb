import { paths } from '@portico/kit/paths.ts'
import {
  type CommandResult,
  getArgument,
  getFlag,
  getNumberFlag,
  getRequiredFlag,
  UsageError,
} from '@portico/protocol/command-line/command.ts'
import { RolloutsSchema } from '@portico/protocol/rollout/rollout-api.ts'
import { planNames, type Rollout, RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { type Command, type CommandContext, planFlag, reasonFlag } from './command.ts'
import { suggestRemote } from './describe-failure.ts'
import { formatRollout } from './format-rollout.ts'
import { getPlanFlags, stepsFlag, stepsNotes } from './plan-flags.ts'

const remoteArgument = 'the name of a remote'

/** `start`: starts the rollout of a published release. */
export const start: Command = {
  usage: `start <remote> <version> [--plan ${planNames.join('|')}] [--steps <list>] [--force --reason <text>]`,
  summary: 'rolls out a published release: first to testers, then to a growing share of visitors',
  maxArguments: 2,
  notes: [
    '--plan low       under 5 loads a minute: testers, 20 %, 50 %, everyone',
    '--plan mid       5 to 80 loads a minute: testers, 5 %, 25 %, 50 %, everyone',
    '--plan standard  over 80 loads a minute: testers, 1 %, 5 %, 25 %, 50 %, everyone',
    '--plan now       everyone at once, for a first release or a local site',
    'Without --plan, the one in manifest.ts applies.',
    ...stepsNotes,
    '--force          restarts a release that was rolled back; needs --reason',
  ],
  flags: { ...planFlag, ...stepsFlag, force: { type: 'boolean' }, ...reasonFlag },
  async run(context) {
    const remote = getArgument(context, 0, remoteArgument)
    const to = getArgument(context, 1, 'a version, for example 1.1.0')
    const reason = getFlag(context, 'reason')
    const body = {
      remote,
      to,
      ...getPlanFlags(context),
      force: context.flags.force === true,
      ...(reason !== undefined && { reason }),
    }
    return toResult(
      await context.site().send({ method: 'POST', path: paths.rollouts, body, response: RolloutSchema }),
    )
  },
}

/** `advance`: the next step of the rollout in progress, or a larger share. */
export const advance: Command = {
  usage: 'advance <remote> [--to <percent>] [--reason <text>]',
  summary: 'moves to the next step of the rollout; after the last step, to everyone',
  maxArguments: 1,
  notes: [
    '--reason <text>  required before the evidence is complete, except in the testers’ step;',
    '                 the audit log records it',
    '--to 25          moves to this percentage of visitors now; needs --reason',
    '--to 100         everyone, monitored until the last step ends; needs --reason',
  ],
  flags: { ...reasonFlag, to: { type: 'string', shape: /^(\d+(?:\.\d+)?)%?$/ } },
  async run(context) {
    const reason = getFlag(context, 'reason')
    if (getFlag(context, 'to') === undefined)
      return act(context, 'advance', reason === undefined ? {} : { reason })
    const percent = getNumberFlag(context, 'to', 0)
    if (percent <= 0 || percent > 100)
      throw new UsageError(`--to must be a percentage of visitors above 0 and at most 100, got ${percent}.`)
    return act(context, 'advance', {
      to: Math.round(percent * 100),
      reason: getRequiredFlag(context, 'reason', '"why earlier"'),
    })
  },
}

/** `change-plan`: other steps for the rollout in progress. */
export const changePlan: Command = {
  usage: 'change-plan <remote> [--plan low|mid|standard] [--steps <list>] --reason <text>',
  summary: 'gives the rollout in progress other steps; its visitors, loads and evidence stay as they are',
  maxArguments: 1,
  notes: ['Without --plan, the one in manifest.ts applies.', ...stepsNotes],
  flags: { ...planFlag, ...stepsFlag, ...reasonFlag },
  async run(context) {
    const planned = getPlanFlags(context)
    if (planned.plan === 'now')
      throw new UsageError('To give everyone the release now, use `advance --to 100 --reason "…"`.')
    return act(context, 'plan', {
      ...planned,
      reason: getRequiredFlag(context, 'reason', '"why other steps"'),
    })
  },
}

const stepNotes = {
  pause: ['--reason <text>  shown by status, and recorded in the audit log'],
  resume: ['--reason <text>  recorded in the audit log'],
  cancel: ['--reason <text>  shown by status, and recorded in the audit log'],
} as const

/** A command that acts on the rollout in progress. */
export function createStepCommand(name: 'pause' | 'resume' | 'cancel', summary: string): Command {
  return {
    usage: `${name} <remote> [--reason <text>]`,
    summary,
    maxArguments: 1,
    notes: stepNotes[name],
    flags: reasonFlag,
    async run(context) {
      const reason = getFlag(context, 'reason')
      return act(context, name, reason === undefined ? {} : { reason })
    },
  }
}

/** Acts on the latest rollout of a remote. */
async function act(
  context: CommandContext,
  action: 'advance' | 'plan' | 'pause' | 'resume' | 'cancel',
  body: object,
): Promise<CommandResult> {
  const { id } = await fetchLatestRollout(context, getArgument(context, 0, remoteArgument))
  const path = `${paths.rollouts}/${id}/${action}`
  return toResult(await context.site().send({ method: 'POST', path, body, response: RolloutSchema }))
}

async function fetchRollouts(context: CommandContext): Promise<readonly Rollout[]> {
  const { rollouts } = await context.site().send({ path: paths.rollouts, response: RolloutsSchema })
  return rollouts
}

async function fetchLatestRollout(context: CommandContext, remote: string): Promise<Rollout> {
  const rollout = (await fetchRollouts(context)).find((candidate) => candidate.remote === remote)
  if (rollout === undefined)
    throw new Error(
      `No release of ${remote} has been rolled out on this site.${await suggestRemote(context, remote)} \`start\` rolls one out.`,
    )
  return rollout
}

function toResult(rollout: Rollout): CommandResult {
  return { json: rollout, text: formatRollout(rollout) }
}
