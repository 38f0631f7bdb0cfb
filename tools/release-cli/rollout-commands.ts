import { setTimeout as wait } from 'node:timers/promises'
import { paths } from '@portico/shared/paths.ts'
import { RolloutsSchema } from '@portico/shared/rollout/rollout-api.ts'
import { planNames, type Rollout, RolloutSchema } from '@portico/shared/rollout/rollout-record.ts'
import {
  exitCodes,
  flagOf,
  numberFlag,
  UsageError,
  type Verb,
  type VerbAnswer,
  type VerbCall,
  wordAt,
} from './command.ts'
import { progressLine, rolloutTable } from './format-rollout.ts'

const pollMs = 2_000
const reasonFlag = { reason: { type: 'string' } } as const
const theRemote = 'the name of a remote'

/** `start`: begins the rollout of a published release. */
export const start: Verb = {
  usage: `start <remote> <version> --plan ${planNames.join('|')} [--force --reason <why>]`,
  about: 'begins to roll a published release out: first testers by preview link, then shares that grow',
  notes: [
    '--plan low       under 5 loads a minute: testers, 10 %, 50 %, everyone',
    '--plan mid       5 to 80 loads a minute: testers, 5 %, 25 %, 50 %, everyone',
    '--plan standard  above: testers, 1 %, 5 %, 25 %, 50 %, everyone',
    '--plan now       everyone at once: a first release, a local site',
    '--force          with --reason: starts a release again that was taken back',
  ],
  flags: { plan: { type: 'string' }, force: { type: 'boolean' }, ...reasonFlag },
  async run(call) {
    const plan = planNames.find((name) => name === call.flags.plan)
    if (plan === undefined) throw new UsageError(`Expected --plan with one of ${planNames.join(', ')}.`)
    const reason = flagOf(call, 'reason')
    const body = {
      remote: wordAt(call, 0, theRemote),
      to: wordAt(call, 1, 'a version such as 1.1.0'),
      plan,
      force: call.flags.force === true,
      ...(reason !== undefined && { reason }),
    }
    return answerOf(
      await call.site().call({ method: 'POST', path: paths.rollouts, body, answer: RolloutSchema }),
    )
  },
}

/** `status`: how the rollouts are; with `-w` until the one of a remote has ended. */
export const status: Verb = {
  usage: 'status [<remote>] [-w] [--minutes <limit>]',
  about: 'shows the rollouts; with a remote its last one, with -w until it has ended',
  notes: [
    '-w               waits, and shows what changes, until the rollout has ended',
    '--minutes 60     waits no longer than that',
    'Loads are of visitors who came back: a first visit gets stable, and is compared with nobody.',
    'With a remote it ends with 0 complete or cancelled, 4 rolled back, 5 still under way.',
  ],
  flags: { watch: { type: 'boolean', short: 'w' }, minutes: { type: 'string' } },
  async run(call) {
    const [remote] = call.words
    if (remote === undefined) {
      const rollouts = newestOfEach(await allRollouts(call))
      return { json: { rollouts }, text: rolloutTable(rollouts) }
    }
    const until = Date.now() + numberFlag(call, 'minutes', Number.MAX_SAFE_INTEGER / 60_000) * 60_000
    let rollout = await lastRollout(call, remote)
    let shown = ''
    while (call.flags.watch === true && isActive(rollout) && Date.now() < until) {
      const line = progressLine(rollout)
      if (line !== shown) call.progress(line)
      shown = line
      await wait(pollMs)
      rollout = await lastRollout(call, remote)
    }
    return { ...answerOf(rollout), exitCode: exitCodeOf(rollout) }
  },
}

/** A verb that moves the rollout of a remote that is under way. */
export function stepVerb(name: 'advance' | 'pause' | 'resume' | 'cancel', about: string): Verb {
  return {
    usage: `${name} <remote> [--reason <why>]`,
    about,
    flags: reasonFlag,
    async run(call) {
      const { id } = await lastRollout(call, wordAt(call, 0, theRemote))
      const reason = flagOf(call, 'reason')
      const body = reason === undefined ? {} : { reason }
      const path = `${paths.rollouts}/${id}/${name}`
      return answerOf(await call.site().call({ method: 'POST', path, body, answer: RolloutSchema }))
    },
  }
}

async function allRollouts(call: VerbCall): Promise<readonly Rollout[]> {
  const { rollouts } = await call.site().call({ path: paths.rollouts, answer: RolloutsSchema })
  return rollouts
}

async function lastRollout(call: VerbCall, remote: string): Promise<Rollout> {
  const rollout = (await allRollouts(call)).find((candidate) => candidate.remote === remote)
  if (rollout === undefined) throw new UsageError(`No release of ${remote} was ever rolled out on this site.`)
  return rollout
}

function newestOfEach(rollouts: readonly Rollout[]): Rollout[] {
  return rollouts.filter(
    (rollout, at) => rollouts.findIndex(({ remote }) => remote === rollout.remote) === at,
  )
}

function isActive({ status }: Rollout): boolean {
  return status === 'pending' || status === 'running' || status === 'paused'
}

function exitCodeOf(rollout: Rollout): number {
  if (rollout.status === 'rolled-back') return exitCodes.rolledBack
  return isActive(rollout) ? exitCodes.notEnoughData : exitCodes.ok
}

function answerOf(rollout: Rollout): VerbAnswer {
  return { json: rollout, text: rolloutTable([rollout]) }
}
