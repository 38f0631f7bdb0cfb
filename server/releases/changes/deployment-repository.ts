import { randomBytes } from 'node:crypto'
import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { listApps } from '@portico/protocol/discovery/list-apps.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import {
  notRolledOut,
  parseRolloutState,
  type RemoteDeployment,
  type RolloutState,
} from '@portico/protocol/rollout/rollout-state.ts'
import type { Db } from '../../database/tables.ts'

/** Generates the id of a new rollout. */
export function generateRolloutId(): string {
  return `r-${randomBytes(6).toString('hex')}`
}

/** The deployment of a remote. One that was released before it had rollouts has the stable release of the document. */
export async function readDeployment(
  db: Db,
  remote: string,
  document: DiscoveryDocument,
): Promise<RemoteDeployment> {
  const row = await db.selectFrom('remote').selectAll().where('name', '=', remote).executeTakeFirst()
  const released = listApps(document)[remote]
  if (row === undefined)
    return released
      ? { ...notRolledOut, stable: getReleaseId(released.stable), ...(await readHistory(db, remote)) }
      : notRolledOut
  const latest = await db
    .selectFrom('rollout')
    .select('state')
    .where('id', '=', row.rollout ?? '')
    .executeTakeFirst()
  const { stable, fallback, off, frozen } = row
  const rollout = latest === undefined ? null : parseRolloutState(latest.state)
  return { stable, fallback, off, frozen, ...(await readHistory(db, remote)), rollout }
}

/** Which releases were rolled back, and which were stable. */
async function readHistory(
  db: Db,
  remote: string,
): Promise<Pick<RemoteDeployment, 'quarantined' | 'onceStable'>> {
  const rows = await db
    .selectFrom('release')
    .select(['id', 'quarantined', 'stable_at'])
    .where('app', '=', remote)
    .where(({ or, eb }) => or([eb('quarantined', 'is not', null), eb('stable_at', 'is not', null)]))
    .orderBy('stable_at', 'desc')
    .execute()
  return {
    quarantined: Object.fromEntries(
      rows.flatMap(({ id, quarantined }) => (quarantined === null ? [] : [[id, quarantined]])),
    ),
    onceStable: rows.flatMap(({ id, stable_at }) => (stable_at === null ? [] : [id])),
  }
}

interface DeploymentChange {
  readonly remote: string
  readonly team: string
  readonly before: RemoteDeployment
  readonly after: RemoteDeployment
  readonly by: string
  readonly at: number
}

/** Writes the differences between two deployments. */
export async function writeDeployment(trx: Db, change: DeploymentChange): Promise<void> {
  const { remote, team, before, after } = change
  const { stable, fallback, off, frozen, rollout } = after
  const row = { team, stable, fallback, off, frozen, rollout: rollout?.id ?? null }
  await trx
    .insertInto('remote')
    .values({ name: remote, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
  if (rollout !== null && rollout !== before.rollout) await writeRollout(trx, rollout, change)
  await writeQuarantined(trx, change)
  await writeOnceStable(trx, change)
}

async function writeRollout(
  trx: Db,
  rollout: RolloutState,
  { remote, by, at }: DeploymentChange,
): Promise<void> {
  const row = { status: rollout.status, state: JSON.stringify(rollout), changed_at: at }
  await trx
    .insertInto('rollout')
    .values({ id: rollout.id, remote, started_at: at, started_by: by, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

async function writeQuarantined(trx: Db, { remote, before, after }: DeploymentChange): Promise<void> {
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

async function writeOnceStable(trx: Db, { remote, before, after, at }: DeploymentChange): Promise<void> {
  const ids = after.onceStable.filter((id) => !before.onceStable.includes(id))
  if (ids.length === 0) return
  await trx
    .updateTable('release')
    .set({ stable_at: at })
    .where('app', '=', remote)
    .where('id', 'in', ids)
    .execute()
}
