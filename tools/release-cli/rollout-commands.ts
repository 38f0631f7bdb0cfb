import { paths } from '@portico/kit/paths.ts'
import {
  type CommandResult,
  getArgument,
  getFlag,
  UsageError,
} from '@portico/protocol/command-line/command.ts'
import { RolloutsSchema } from '@portico/protocol/rollout/rollout-api.ts'
import { planNames, type Rollout, RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { type Command, type CommandContext, getPlanFlag, planFlag, reasonFlag } from './command.ts'
import { suggestRemote } from './describe-failure.ts'
import { formatRollout } from './format-rollout.ts'

const remoteArgument = 'the name of a remote'

/** `start`: starts the rollout of a published release. */
export const start: Command = {
  usage: `start <remote> <version> --plan ${planNames.join('|')} [--force --reason <text>]`,
  summary: 'rolls out a published release: first to testers, then to a growing share of visitors',
  maxArguments: 2,
  notes: [
    '--plan low       under 5 loads a minute: testers, 10 %, 50 %, everyone',
    '--plan mid       5 to 80 loads a minute: testers, 5 %, 25 %, 50 %, everyone',
    '--plan standard  over 80 loads a minute: testers, 1 %, 5 %, 25 %, 50 %, everyone',
    '--plan now       everyone at once, for a first release or a local site',
    '--force          restarts a release that was rolled back; needs --reason',
  ],
  flags: { ...planFlag, force: { type: 'boolean' }, ...reasonFlag },
  async run(context) {
    const remote = getArgument(context, 0, remoteArgument)
    const to = getArgument(context, 1, 'a version, for example 1.1.0')
    const plan = getPlanFlag(context)
    const reason = getFlag(context, 'reason')
    const body = {
      remote,
      to,
      plan,
      force: context.flags.force === true,
      ...(reason !== undefined && { reason }),
    }
    return toResult(
      await context.site().send({ method: 'POST', path: paths.rollouts, body, response: RolloutSchema }),
    )
  },
}

const stepNotes = {
  advance: [
    '--reason <text>  required before the evidence is complete, except in the testers’ step;',
    '                 the audit log records it',
  ],
  pause: ['--reason <text>  shown by status, and recorded in the audit log'],
  resume: ['--reason <text>  recorded in the audit log'],
  cancel: ['--reason <text>  shown by status, and recorded in the audit log'],
} as const

/** A command that acts on the rollout in progress. */
export function createStepCommand(name: 'advance' | 'pause' | 'resume' | 'cancel', summary: string): Command {
  return {
    usage: `${name} <remote> [--reason <text>]`,
    summary,
    maxArguments: 1,
    notes: stepNotes[name],
    flags: reasonFlag,
    async run(context) {
      const { id } = await fetchLatestRollout(context, getArgument(context, 0, remoteArgument))
      const reason = getFlag(context, 'reason')
      const body = reason === undefined ? {} : { reason }
      const path = `${paths.rollouts}/${id}/${name}`
      return toResult(await context.site().send({ method: 'POST', path, body, response: RolloutSchema }))
    },
  }
}

async function fetchRollouts(context: CommandContext): Promise<readonly Rollout[]> {
  const { rollouts } = await context.site().send({ path: paths.rollouts, response: RolloutsSchema })
  return rollouts
}

async function fetchLatestRollout(context: CommandContext, remote: string): Promise<Rollout> {
  const rollout = (await fetchRollouts(context)).find((candidate) => candidate.remote === remote)
  if (rollout === undefined)
    throw new UsageError(
      `No release of ${remote} has been rolled out on this site.${await suggestRemote(context, remote)} \`start\` rolls one out.`,
    )
  return rollout
}

function toResult(rollout: Rollout): CommandResult {
  return { json: rollout, text: formatRollout(rollout) }
}
