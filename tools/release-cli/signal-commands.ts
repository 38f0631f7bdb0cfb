import { formatCount, formatNumber, formatSignificant } from '@portico/kit/format.ts'
import { paths } from '@portico/kit/paths.ts'
import { getArgument, getFlag } from '@portico/protocol/command-line/command.ts'
import { describeSignals } from '@portico/protocol/rollout/describe-signal.ts'
import { getErrorPlace, type ReleaseError, ReleaseErrorsSchema } from '@portico/protocol/rollout/error-api.ts'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { signals as knownSignals } from '@portico/protocol/rollout/signals.ts'
import { formatTable } from '../system/format-table.ts'
import type { Command } from './command.ts'
import { formatTime, signalLabels } from './format-rollout.ts'
import { fetchStatus } from './status-command.ts'

/** `errors`: what the releases of a remote throw in the browsers of visitors. */
export const errors: Command = {
  usage: 'errors <remote> [--release <version>]',
  summary: 'lists the errors of a remote in visitors’ browsers, with their positions in the sources',
  maxArguments: 1,
  notes: ['Errors are reported during rollouts. Each counts once for a visitor of each network.'],
  flags: { release: { type: 'string' } },
  async run(context) {
    const remote = getArgument(context, 0, 'the name of a remote')
    const release = getFlag(context, 'release')
    const query = release === undefined ? '' : `?${new URLSearchParams({ release })}`
    const path = `${paths.remotes}/${remote}/errors${query}`
    const known = await context.site().send({ path, response: ReleaseErrorsSchema })
    return { json: known, text: formatErrors(known.errors) }
  },
}

/** `signals`: what the latest rollout of a remote does to its visitors besides not loading. */
export const signals: Command = {
  usage: 'signals <remote>',
  summary: 'shows what the latest rollout does to visitors: each signal in both arms, with its evidence',
  maxArguments: 1,
  notes: ['"budget" is the part of the tolerated false alarms that belongs to a signal.'],
  async run(context) {
    const remote = getArgument(context, 0, 'the name of a remote')
    const [status] = await fetchStatus(context, remote)
    const rollout = status?.rollout ?? null
    const text = rollout === null ? `${remote} has had no rollout.` : formatSignals(rollout)
    const { id = null, signals: found = [], vitals = [] } = rollout ?? {}
    return { json: { rollout: id, signals: found, vitals }, text }
  },
}

/** Errors as a table; those that most visitors had come first. */
export function formatErrors(list: readonly ReleaseError[]): string {
  if (list.length === 0) return 'No errors have been reported.'
  const rows = list.map((error) => [
    formatNumber(error.canary),
    formatNumber(error.stable),
    error.type,
    getErrorPlace(error),
    error.source?.function ?? '',
    error.page,
    error.browsers.join(', '),
    error.release,
    formatTime(error.firstSeenAt),
    formatTime(error.lastSeenAt),
  ])
  const head = ['canary', 'stable', 'error', 'position', 'function', 'page', 'browsers', 'release']
  return formatTable([[...head, 'first seen', 'last seen'], ...rows])
}

/** The signals of a rollout as a table, sentences about those that rose, and what pages take. */
export function formatSignals(rollout: Rollout): string {
  const { remote, to, signals: found, vitals, counts, networks, error } = rollout
  if (found.length + vitals.length === 0) return `${remote} ${to}: no signals have been reported.`
  const rows = found.map(({ name, canary, stable, expected, evidence }) => {
    const weight = Object.entries(knownSignals).find(([known]) => known === name)?.[1].weight
    return [
      signalLabels[name] ?? name,
      formatNumber(canary),
      formatNumber(stable),
      formatSignificant(expected),
      `${describeEValue(evidence)} (${formatSignificant(evidence)})`,
      weight === undefined ? '' : `${formatSignificant(100 * weight)} %`,
    ]
  })
  return [
    `${remote} ${to}, ${formatCount(networks.reporting, 'visitor')} of the canary:`,
    formatTable([['signal', 'canary', 'stable', 'expected', 'evidence', 'budget'], ...rows]),
    ...describeSignals({ signals: found, counts, reporting: networks.reporting }, error),
    ...(vitals.length === 0 ? [] : ['Three of four page views took at most:', formatVitals(vitals)]),
  ].join('\n')
}

function formatVitals(vitals: Rollout['vitals']): string {
  const rows = vitals.map(({ name, canary, stable }) => [
    name,
    ...[canary, stable].map((value) => `${formatNumber(value)} ${name === 'memory' ? 'MB' : 'ms'}`),
  ])
  return formatTable([['vital', 'canary', 'stable'], ...rows])
}

function describeEValue(eValue: number): string {
  if (eValue < 3) return 'none'
  if (eValue < 20) return 'weak'
  if (eValue < 100) return 'moderate'
  return eValue < 1_000 ? 'strong' : 'very strong'
}
