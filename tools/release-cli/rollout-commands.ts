import { setTimeout as wait } from 'node:timers/promises'
import { paths } from '@portico/shared/paths.ts'
import { RolloutsSchema } from '@portico/shared/rollout/rollout-api.ts'
import { planNames, type Rollout, RolloutSchema } from '@portico/shared/rollout/rollout-record.ts'
import {
  type Command,
  type CommandContext,
  type CommandResult,
  exitCodes,
  getArgument,
  getFlag,
  getNumberFlag,
  UsageError,
} from './command.ts'
import { formatProgress, formatRollouts } from './format-rollout.ts'
import { parsePlan } from './plan-flag.ts'

const pollMs = 2_000
const reasonFlag = { reason: { type: 'string' } } as const
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
  flags: { plan: { type: 'string' }, force: { type: 'boolean' }, ...reasonFlag },
  async run(context) {
    const remote = getArgument(context, 0, remoteArgument)
    const to = getArgument(context, 1, 'a version, for example 1.1.0')
    const plan = parsePlan(getFlag(context, 'plan'))
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

/** `status`: the state of the rollouts; with `-w` until the rollout of a remote ends. */
export const status: Command = {
  usage: 'status [<remote>] [-w] [--minutes <limit>]',
  summary: 'shows the rollouts of all remotes, or the latest one of a remote; -w follows it to its end',
  maxArguments: 1,
  notes: [
    '-w               prints changes until the rollout ends',
    '--minutes 60     stops watching after this time',
    'One visitor of each network counts.',
    'With a remote, exits with 0 if completed or cancelled, 4 if rolled back, 5 if still in progress.',
  ],
  flags: { watch: { type: 'boolean', short: 'w' }, minutes: { type: 'string' } },
  async run(context) {
    const [remote] = context.args
    if (remote === undefined) {
      const rollouts = pickLatestPerRemote(await fetchRollouts(context))
      return { json: { rollouts }, text: formatRollouts(rollouts) }
    }
    const until = Date.now() + getNumberFlag(context, 'minutes', Number.MAX_SAFE_INTEGER / 60_000) * 60_000
    let rollout = await fetchLatestRollout(context, remote)
    let shown = ''
    while (context.flags.watch === true && isActive(rollout) && Date.now() < until) {
      const line = formatProgress(rollout)
      if (line !== shown) context.progress(line)
      shown = line
      await wait(pollMs)
      rollout = await fetchLatestRollout(context, remote)
    }
    return { ...toResult(rollout), exitCode: getExitCode(rollout) }
  },
}

/** A command that acts on the rollout in progress. */
export function createStepCommand(name: 'advance' | 'pause' | 'resume' | 'cancel', summary: string): Command {
  return {
    usage: `${name} <remote> [--reason <text>]`,
    summary,
    maxArguments: 1,
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
  if (rollout === undefined) throw new UsageError(`No release of ${remote} has been rolled out on this site.`)
  return rollout
}

function pickLatestPerRemote(rollouts: readonly Rollout[]): Rollout[] {
  return rollouts.filter(
    (rollout, at) => rollouts.findIndex(({ remote }) => remote === rollout.remote) === at,
  )
}

function isActive({ status }: Rollout): boolean {
  return status === 'pending' || status === 'running' || status === 'paused'
}

function getExitCode(rollout: Rollout): number {
  if (rollout.status === 'rolled-back') return exitCodes.rolledBack
  return isActive(rollout) ? exitCodes.inProgress : exitCodes.ok
}

function toResult(rollout: Rollout): CommandResult {
  return { json: rollout, text: formatRollouts([rollout]) }
}
