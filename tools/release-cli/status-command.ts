import { setTimeout as wait } from 'node:timers/promises'
import { paths } from '@portico/kit/paths.ts'
import { exitCodes, getFlag, getNumberFlag, UsageError } from '@portico/protocol/command-line/command.ts'
import { RemotesSchema, RolloutsSchema } from '@portico/protocol/rollout/rollout-api.ts'
import { isActive } from '@portico/protocol/rollout/rollout-record.ts'
import type { Command, CommandContext } from './command.ts'
import { createUnknownRemote } from './describe-failure.ts'
import { formatClock, formatProgress } from './format-rollout.ts'
import { formatStatus, formatStatusTable, type RemoteStatus } from './format-status.ts'
import { SiteError, UnreachableError } from './site-client.ts'

const pollMs = 2_000
const maxFailedPolls = 30 // a minute: a restart of the site, or of a proxy in front of it

/** `status`: what visitors get; with `-w` until the rollouts in progress end. */
export const status: Command = {
  usage: 'status [<remote>] [-w] [--minutes <limit>]',
  summary: 'shows what visitors get from every remote, or from one with its latest rollout',
  maxArguments: 1,
  notes: [
    '-w, --watch      prints changes until the rollouts in progress end',
    '--minutes 60     stops watching after this time',
    'One visitor of each network counts, or on some sites every visitor; "not counted" shows the',
    'loads that did not, and why.',
    'With a remote, exits with 4 if its latest rollout was rolled back, 5 if one is in progress,',
    'otherwise with 0.',
  ],
  flags: { watch: { type: 'boolean', short: 'w' }, minutes: { type: 'string', shape: /^\d+$/ } },
  async run(context) {
    const [remote] = context.args
    const isWatching = context.flags.watch === true
    if (!isWatching && context.flags.minutes !== undefined)
      throw new UsageError('--minutes requires --watch.')
    const limit =
      getFlag(context, 'minutes') === undefined
        ? Number.POSITIVE_INFINITY
        : getNumberFlag(context, 'minutes', 0)
    const statuses = await (isWatching
      ? watch(context, remote, Date.now() + limit * 60_000)
      : fetchStatus(context, remote))
    const [named] = statuses
    if (remote === undefined || named === undefined)
      return { json: { remotes: statuses }, text: formatStatusTable(statuses) }
    return { json: named, text: formatStatus(named), exitCode: getExitCode(named) }
  },
}

/** Prints every change until no rollout is in progress. It continues after a restart of the site. */
async function watch(
  context: CommandContext,
  remote: string | undefined,
  until: number,
): Promise<readonly RemoteStatus[]> {
  const shown = new Map<string, string>()
  let statuses = await fetchStatus(context, remote)
  let failedPolls = 0
  for (;;) {
    const active = statuses.flatMap(({ rollout }) => (rollout !== null && isActive(rollout) ? [rollout] : []))
    for (const rollout of active) {
      const line = formatProgress(rollout)
      if (shown.get(rollout.remote) !== line) context.progress(`${formatClock(Date.now())}  ${line}`)
      shown.set(rollout.remote, line)
    }
    if (active.length === 0 || Date.now() >= until) return statuses
    await wait(pollMs)
    try {
      statuses = await fetchStatus(context, remote)
      failedPolls = 0
    } catch (error) {
      failedPolls += 1
      if (!isTemporary(error) || failedPolls > maxFailedPolls) throw error
      if (failedPolls === 1 && error instanceof Error)
        context.progress(`${formatClock(Date.now())}  ${error.message} Still watching ...`)
    }
  }
}

function isTemporary(error: unknown): boolean {
  return error instanceof UnreachableError || (error instanceof SiteError && error.status >= 500)
}

/** What visitors get from every remote, or from one. Throws a UsageError if the site doesn't know it. */
export async function fetchStatus(
  context: CommandContext,
  remote: string | undefined,
): Promise<RemoteStatus[]> {
  const site = context.site()
  const [{ remotes }, { rollouts }] = await Promise.all([
    site.send({ path: paths.remotes, response: RemotesSchema }),
    site.send({ path: paths.rollouts, response: RolloutsSchema }),
  ])
  const statuses = remotes.map((state) => ({
    ...state,
    rollout: rollouts.find((rollout) => rollout.remote === state.remote) ?? null, // they are newest first
  }))
  if (remote === undefined) return statuses
  const own = statuses.filter((state) => state.remote === remote)
  if (own.length > 0) return own
  throw createUnknownRemote(
    remote,
    remotes.map((state) => state.remote),
  )
}

function getExitCode({ rollout }: RemoteStatus): number {
  if (rollout === null) return exitCodes.ok
  if (rollout.status === 'rolled-back') return exitCodes.rolledBack
  return isActive(rollout) ? exitCodes.inProgress : exitCodes.ok
}
