import { formatCount } from '@portico/kit/format.ts'
import { paths } from '@portico/kit/paths.ts'
import { RemoteReleasesSchema } from '../publish/release-api.ts'
import { ReleaseDetailSchema } from '../publish/release-detail.ts'
import { describeSignals } from '../rollout/describe-signal.ts'
import { describeVisitors, formatShare } from '../rollout/describe-visitors.ts'
import { describeError, ReleaseErrorsSchema } from '../rollout/error-api.ts'
import { RolloutHistorySchema } from '../rollout/history-api.ts'
import { type OverviewApp, OverviewSchema } from '../rollout/overview-api.ts'
import { EventsSchema } from '../rollout/rollout-api.ts'
import { isActive, type Rollout, RolloutSchema } from '../rollout/rollout-record.ts'
import { type AgentTool, defineTool, fields } from './agent-tool.ts'

const reading = { verb: 'read', method: 'GET' } as const

/** The tools that change nothing. */
export const readingTools: readonly AgentTool[] = [
  defineTool({
    ...reading,
    name: 'get_overview',
    description:
      'What visitors get from the shell and every remote: stable release, fallback, latest rollout with its share, health and what it waits for, and whether the remote is off or frozen. A visitor whose bucket (0 to 9999) is below the `share` of a running or paused rollout gets its release, every other one the stable release.',
    path: paths.overview,
    response: OverviewSchema,
    describe: ({ apps }) => apps.map(describeApp).join('\n') || 'Nothing has been released.',
  }),
  defineTool({
    ...reading,
    name: 'get_rollout',
    description:
      'One rollout: its plan and step, loads and failures of both arms, signals (errors, failures, blocked pages, slow loads …) with their evidence, the most frequent error, what the next step waits for and when it is likely to end. It pauses at an e-value of 100 and rolls back at 1,000.',
    path: `${paths.rollouts}/{rollout}`,
    input: { rollout: fields.rollout },
    response: RolloutSchema,
    describe: describeRollout,
  }),
  defineTool({
    ...reading,
    name: 'get_rollout_history',
    description:
      'How a rollout got where it is: counts and signals over time, loads by page and browser family, and its events.',
    path: `${paths.rollouts}/{rollout}/history`,
    input: { rollout: fields.rollout },
    response: RolloutHistorySchema,
    describe: ({ points, events }) =>
      `${formatCount(points.length, 'point')} and ${formatCount(events.length, 'event')}.`,
  }),
  defineTool({
    ...reading,
    name: 'list_errors',
    description:
      'What the releases of a remote throw in the browsers of visitors during rollouts, most frequent first: type, file and line in the sources, page, browsers, visitors of both arms.',
    path: `${paths.remotes}/{remote}/errors`,
    input: { remote: fields.remote },
    optional: { release: fields.release },
    response: ReleaseErrorsSchema,
    describe: ({ errors: [first, ...others] }) =>
      first === undefined
        ? 'No errors have been reported.'
        : `Most frequent: ${describeError(first)}, ${formatCount(first.canary, 'visitor')} of the canary and ${first.stable} of stable; ${formatCount(others.length, 'other')}.`,
  }),
  defineTool({
    ...reading,
    name: 'list_releases',
    description:
      'The releases of a remote, newest first, and which of them are stable, fallback and canary. One with `quarantined` was rolled back.',
    path: `${paths.publish}/{remote}`,
    input: { remote: fields.remote },
    response: RemoteReleasesSchema,
    describe: ({ remote, releases, stable, canary }) =>
      `${remote}: ${formatCount(releases.length, 'release')}; stable is ${stable ?? 'none'}, the canary ${canary ?? 'none'}.`,
  }),
  defineTool({
    ...reading,
    name: 'get_release',
    description:
      'Everything about a release: who published it from which commit, files and what changed since the previous one, checks, rollouts, events.',
    path: `${paths.publish}/{remote}/{release}/detail`,
    input: { remote: fields.remote, release: fields.release },
    response: ReleaseDetailSchema,
    describe: ({ remote, id, publishedBy, quarantined }) =>
      `${remote} ${id} was published by ${publishedBy}${quarantined === null ? '' : ` and rolled back: ${quarantined}`}.`,
  }),
  defineTool({
    ...reading,
    name: 'list_events',
    description:
      'The audit log, oldest first: who did what, when and why. `last` is the number of the newest event: for the latest 50, pass it minus 50 as `since`.',
    path: paths.events,
    optional: {
      since: { type: 'integer', minimum: 0, description: 'The number of the event before the first' },
      limit: { type: 'integer', minimum: 1, maximum: 500, description: 'At most this many; default 500' },
    },
    response: EventsSchema,
    describe: ({ events, last }) => `${formatCount(events.length, 'event')}; the newest of all is ${last}.`,
  }),
]

function describeApp({ name, stable, off, frozen, rollout }: OverviewApp): string {
  return toSentences(
    `${name}: ${describeVisitors({ stable, off, rollout })}`,
    frozen && `Frozen: ${frozen}`,
    rollout && `Rollout ${rollout.id} of ${rollout.to}: ${rollout.status}`,
    rollout?.reason && `Reason: ${rollout.reason}`,
    rollout?.health.canary === 'worse' && 'The canary is worse than its plan tolerates',
    rollout && rollout.missing.length > 0 && `It ${rollout.missing.join(', ')}`,
  )
}

/** A rollout in sentences: where it is, why, what it waits for, and which signals rose. */
export function describeRollout(rollout: Rollout): string {
  const { id, remote, to, status, reason, missing, counts, signals, networks, error } = rollout
  const rose = describeSignals({ signals, counts, reporting: networks.reporting }, error)
  return toSentences(
    `Rollout ${id} of ${remote} ${to} is ${status}${isActive(rollout) ? `, at ${formatShare(rollout)}` : ''}`,
    reason !== null && `Reason: ${reason}`,
    missing.length > 0 && `It ${missing.join(', ')}`,
    ...rose.map((sentence) => sentence.slice(0, -1)),
  )
}

/** Texts as sentences; what isn't a text is left out. */
export function toSentences(...texts: readonly (string | false | null | undefined)[]): string {
  return texts.flatMap((text) => (text ? [`${text}.`] : [])).join(' ')
}
