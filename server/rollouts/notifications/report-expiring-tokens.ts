import { formatUtc } from '@portico/kit/format.ts'
import { expiresSoon, systemActors, type Token } from '@portico/protocol/tokens/token-api.ts'
import * as v from 'valibot'
import type { Db } from '../../database/tables.ts'
import { makeChange } from '../../releases/changes/make-change.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { listTokens } from '../../releases/tokens/token-repository.ts'
import { enqueueNotification } from './enqueue-notification.ts'

const what = 'token.expiring'

/** Writes an audit event and a notification for each token that expires within 14 days, once. */
export async function reportExpiringTokens(services: ReleaseStorage, now = Date.now()): Promise<void> {
  for (const { id } of await listUnreported(services.db, now))
    await makeChange(services, systemActors.site, async ({ trx, audit }) => {
      // Again inside the transaction: another server may have reported it by now.
      const token = (await listUnreported(trx, now)).find((candidate) => candidate.id === id)
      if (token === undefined) return
      const { name: by, scopes, expiresAt } = token
      audit({ what, after: { id, name: by, expiresAt } })
      await enqueueNotification(trx, {
        type: what,
        at: now,
        remote: null,
        team: null,
        release: null,
        stable: null,
        rollout: null,
        by,
        reason: `expires on ${formatUtc(expiresAt)}; its scopes are ${scopes.join(', ')}`,
        missing: [],
      })
    })
}

const ReportedSchema = v.pipe(v.string(), v.parseJson(), v.object({ id: v.string() }))

async function listUnreported(db: Db, now: number): Promise<Token[]> {
  const expiring = (await listTokens(db)).filter((token) => expiresSoon(token, now))
  if (expiring.length === 0) return []
  const events = await db.selectFrom('event').select('after').where('what', '=', what).execute()
  const reported = new Set(events.map(({ after }) => v.parse(ReportedSchema, after).id))
  return expiring.filter(({ id }) => !reported.has(id))
}
