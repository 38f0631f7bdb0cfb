import { formatCount } from '@portico/kit/format.ts'
import { paths } from '@portico/kit/paths.ts'
import { consolePaths } from '../console-paths.ts'
import { RemoteReleasesSchema } from '../publish/release-api.ts'
import { ReleaseDetailSchema } from '../publish/release-detail.ts'
import { describeSignals } from '../rollout/describe-signal.ts'
import { describeVisitors, formatRolloutShare } from '../rollout/describe-visitors.ts'
import { describeError, ReleaseErrorsSchema } from '../rollout/error-api.ts'
import { RolloutHistorySchema } from '../rollout/history-api.ts'
import { OverviewSchema } from '../rollout/overview-api.ts'
import { EventsSchema } from '../rollout/rollout-api.ts'
import { isActive, type Rollout, RolloutSchema } from '../rollout/rollout-record.ts'
import { type AgentTool, defineTool, fields } from './agent-tool.ts'

const { remote, rollout, release } = fields

/** The tools that change nothing. */
export const readingTools: readonly AgentTool[] = [
  defineTool({
    name: 'get_overview',
    description:
      'What visitors get from the shell and every remote: stable release, fallback, latest rollout with its share, health and what it waits for; whether the remote is off or frozen. Visitors whose bucket (0 to 9999) is below the `share` of a running or paused rollout get its release, all others the stable one.',
    path: consolePaths.overview,
    response: OverviewSchema,
    describe: ({ apps }) => apps.map((app) => `${app.name}: ${describeVisitors(app)}.`).join('\n'),
  }),
  defineTool({
    name: 'get_rollout',
    description:
      'One rollout: plan and step, loads and failures of both arms, signals (such as errors and slow loads) with their evidence, the most frequent error, what the next step waits for. It pauses at an e-value of 100 and rolls back at 1,000.',
    path: `${paths.rollouts}/{rollout}`,
    input: { rollout },
    response: RolloutSchema,
    describe: describeRollout,
  }),
  defineTool({
    name: 'get_rollout_history',
    description:
      'How a rollout got where it is: counts and signals over time, loads by page and browser family, its events.',
    path: `${paths.rollouts}/{rollout}/history`,
    input: { rollout },
    response: RolloutHistorySchema,
    describe: ({ points, events }) =>
      `${formatCount(points.length, 'point')} and ${formatCount(events.length, 'event')}.`,
  }),
  defineTool({
    name: 'list_errors',
    description:
      'What the releases of a remote throw in browsers during rollouts, most frequent first: type, place in the sources, page, browsers, visitors of both arms.',
    path: `${paths.remotes}/{remote}/errors`,
    input: { remote },
    optional: { release },
    response: ReleaseErrorsSchema,
    describe: ({ errors: [first] }) =>
      first === undefined ? 'No errors have been reported.' : `Most frequent: ${describeError(first)}.`,
  }),
  defineTool({
    name: 'list_releases',
    description:
      'The releases of a remote, newest first, and which are stable, fallback and canary. `quarantined` is why one was rolled back.',
    path: `${paths.publish}/{remote}`,
    input: { remote },
    response: RemoteReleasesSchema,
    describe: ({ releases }) => `${formatCount(releases.length, 'release')}.`,
  }),
  defineTool({
    name: 'get_release',
    description:
      'A release: who published it from which commit, its files, what it changes, its checks, rollouts and events.',
    path: `${paths.publish}/{remote}/{release}/detail`,
    input: { remote, release },
    response: ReleaseDetailSchema,
    describe: ({ id, publishedBy }) => `${id} was published by ${publishedBy}.`,
  }),
  defineTool({
    name: 'list_events',
    description:
      'The audit log, oldest first: who did what, when and why. `last` is the number of the newest event; for the latest 50, pass it minus 50 as `since`.',
    path: paths.events,
    optional: {
      since: { type: 'integer', minimum: 0, description: 'Only events with a larger number' },
      limit: { type: 'integer', minimum: 1, maximum: 500 },
    },
    response: EventsSchema,
    describe: ({ events, last }) => `${formatCount(events.length, 'event')}; the newest of all is ${last}.`,
  }),
]

/** Where a rollout is, why, what it waits for, and which signals rose. */
export function describeRollout(of: Rollout): string {
  const { id, remote: name, to, status, reason, missing, counts, signals, networks, error } = of
  return [
    `Rollout ${id} of ${name} ${to} is ${status}${isActive(of) ? `, at ${formatRolloutShare(of)}` : ''}.`,
    ...(reason === null ? [] : [`Reason: ${reason}.`]),
    ...(missing.length === 0 ? [] : [`It ${missing.join(', ')}.`]),
    ...describeSignals({ signals, counts, reporting: networks.reporting }, error),
  ].join(' ')
}
