import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import { getReleaseId, ReleaseRecordSchema } from '@portico/shared/release/release-record.ts'
import { EvidenceSchema, emptyWindow, WindowSchema } from '@portico/shared/rollout/evidence.ts'
import { RolloutSchema } from '@portico/shared/rollout/rollout-record.ts'
import {
  notRolledOut,
  type RemoteDeployment,
  type RolloutState,
} from '@portico/shared/rollout/rollout-state.ts'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../database/tables.ts'
import { storedRecord } from '../storage/release-repository.ts'

const StagedRolloutSchema = v.object({
  ...v.pick(RolloutSchema, [
    'id',
    'from',
    'to',
    'plan',
    'salt',
    'status',
    'step',
    'share',
    'bakedMs',
    'reason',
  ]).entries,
  lastReportMs: v.nullable(v.number()),
  loadsBefore: v.number(),
  // Rollouts that were under way before there were stretches have none.
  stretchFrom: v.optional(WindowSchema, emptyWindow),
  evidence: EvidenceSchema,
  isPauseWaived: v.boolean(),
})

/** A rollout as its row has it. */
export function parseRollout(state: string): RolloutState {
  return v.parse(StagedRolloutSchema, JSON.parse(state))
}

/** The staging of a remote. One that was released before there were rollouts has what the document says of it. */
export async function readStaging(
  db: Kysely<Tables>,
  remote: string,
  document: DiscoveryDocument,
): Promise<RemoteDeployment> {
  const row = await db.selectFrom('remote').selectAll().where('name', '=', remote).executeTakeFirst()
  const released = document.remotes[remote]
  if (row === undefined)
    return released ? { ...notRolledOut, stable: getReleaseId(released.stable) } : notRolledOut
  const last = await db
    .selectFrom('rollout')
    .select('state')
    .where('id', '=', row.rollout ?? '')
    .executeTakeFirst()
  const { stable, fallback, off, frozen } = row
  const rollout = last === undefined ? null : parseRollout(last.state)
  return { stable, fallback, off, frozen, quarantined: await readQuarantined(db, remote), rollout }
}

async function readQuarantined(db: Kysely<Tables>, remote: string): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('release')
    .select(['id', 'quarantined'])
    .where('app', '=', remote)
    .where('quarantined', 'is not', null)
    .execute()
  return Object.fromEntries(rows.map(({ id, quarantined }) => [id, quarantined ?? '']))
}

interface Written {
  readonly remote: string
  readonly team: string
  readonly before: RemoteDeployment
  readonly after: RemoteDeployment
  readonly by: string
  readonly at: number
}

/** Writes what has changed. */
export async function writeStaging(trx: Kysely<Tables>, written: Written): Promise<void> {
  const { remote, team, before, after } = written
  const { stable, fallback, off, frozen, rollout } = after
  const row = { team, stable, fallback, off, frozen, rollout: rollout?.id ?? null }
  await trx
    .insertInto('remote')
    .values({ name: remote, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
  if (rollout !== null && rollout !== before.rollout) await writeRollout(trx, rollout, written)
  await writeQuarantined(trx, written)
}

async function writeRollout(
  trx: Kysely<Tables>,
  rollout: RolloutState,
  { remote, by, at }: Written,
): Promise<void> {
  const row = { status: rollout.status, state: JSON.stringify(rollout), changed_at: at }
  await trx
    .insertInto('rollout')
    .values({ id: rollout.id, remote, started_at: at, started_by: by, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

async function writeQuarantined(trx: Kysely<Tables>, { remote, before, after }: Written): Promise<void> {
  const ids = new Set([...Object.keys(before.quarantined), ...Object.keys(after.quarantined)])
  for (const id of ids) {
    const quarantined = after.quarantined[id] ?? null
    if (quarantined === (before.quarantined[id] ?? null)) continue
    await trx
      .updateTable('release')
      .set({ quarantined })
      .where('app', '=', remote)
      .where('id', '=', id)
      .execute()
  }
}

/** The record of a published release of a remote; null: there is none. */
export async function readRecord(db: Kysely<Tables>, remote: string, id: string) {
  const stored = await storedRecord(db, remote, id)
  return stored === null ? null : v.parse(ReleaseRecordSchema, JSON.parse(stored))
}
