import { fullShare } from '@portico/protocol/rollout/plans.ts'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { Gauge, type Registry } from 'prom-client'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { readRollout } from '../control/read-rollouts.ts'

/** Gauges of the latest rollout of each remote. Every server reports the same, because they come from the database. */
export function createRolloutGauges(registry: Registry) {
  const gauges = createGauges(registry)
  return async (services: ReleaseStorage): Promise<void> => {
    const { db } = services
    const rows = await db.selectFrom('remote').select('rollout').where('rollout', 'is not', null).execute()
    const rollouts = await Promise.all(rows.map(({ rollout }) => readRollout(services, rollout ?? '')))
    for (const gauge of Object.values(gauges)) gauge.reset()
    for (const rollout of rollouts) setGauges(gauges, rollout)
  }
}

function createGauges(registry: Registry) {
  const of = ['remote', 'release'] as const
  const create = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name: `portico_rollout_${name}`, help, labelNames: [...labelNames], registers: [registry] })
  return {
    status: create('status', '1 for the status of the latest rollout of a remote.', [
      ...of,
      'plan',
      'status',
    ]),
    share: create('share_ratio', 'The share of the visitors who get the release, from 0 to 1.', of),
    step: create('step', 'The step of the plan, counted from 1.', of),
    evidence: create('evidence', 'The e-value: pauses at 100, rolls back at 1000.', of),
    excess: create('excess_points', 'How much more often the release fails, in percentage points.', of),
    loads: create('loads', 'Loads that count for the rollout.', [...of, 'arm', 'outcome']),
    signals: create('signals', 'Visitors with a signal, such as an uncaught error.', [
      ...of,
      'arm',
      'signal',
    ]),
    networks: create(
      'networks',
      'Networks (or visitors, if each counts) whose loads count: reporting, failing, and needed.',
      [...of, 'kind'],
    ),
    dropped: create('dropped_loads', 'Loads that do not count, by reason.', [...of, 'reason']),
    reported: create('last_report_timestamp_seconds', 'When the newest counted loads arrived.', of),
    changed: create('changed_timestamp_seconds', 'When the rollout was last written.', of),
  }
}

function setGauges(gauges: ReturnType<typeof createGauges>, rollout: Rollout): void {
  const { status, share, step, evidence, excess, loads, signals, networks, dropped, reported, changed } =
    gauges
  const labels = { remote: rollout.remote, release: rollout.to }
  status.set({ ...labels, plan: rollout.plan.name, status: rollout.status }, 1)
  share.set(labels, rollout.share / fullShare)
  step.set(labels, rollout.step + 1)
  evidence.set(labels, rollout.evidence)
  excess.set(labels, rollout.excessPoints)
  for (const arm of ['canary', 'stable'] as const) {
    const { loads: all, failures } = rollout.counts[arm]
    loads.set({ ...labels, arm, outcome: 'ok' }, all - failures)
    loads.set({ ...labels, arm, outcome: 'failed' }, failures)
  }
  for (const { name: signal, canary, stable } of rollout.signals) {
    signals.set({ ...labels, arm: 'canary', signal }, canary)
    signals.set({ ...labels, arm: 'stable', signal }, stable)
  }
  for (const [kind, count] of Object.entries(rollout.networks)) networks.set({ ...labels, kind }, count)
  for (const [reason, count] of Object.entries(rollout.dropped)) dropped.set({ ...labels, reason }, count)
  if (rollout.lastReportAt !== null) reported.set(labels, rollout.lastReportAt / 1_000)
  changed.set(labels, rollout.changedAt / 1_000)
}
