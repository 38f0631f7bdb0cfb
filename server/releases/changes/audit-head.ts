import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { genesisHash, getEventMessage } from '@portico/protocol/rollout/audit-chain.ts'
import type { AuditEvent } from '@portico/protocol/rollout/rollout-api.ts'
import * as v from 'valibot'
import writeFileAtomic from 'write-file-atomic'
import { createDataFolder } from '../../configuration/create-data-folder.ts'
import type { ReleaseStorage } from '../storage/release-store.ts'
import { readLastEvent } from './append-events.ts'
import { deriveAuditKey } from './audit-key.ts'

const fileName = 'audit-head.json'
const HeadSchema = v.object({ seq: v.number(), hash: v.string() })
const StoredSchema = v.pipe(v.string(), v.parseJson(), HeadSchema)

type Head = Pick<AuditEvent, 'seq' | 'hash'>

/**
 * The newest audit event that this machine has seen, from the data folder: someone who can only change the database
 * can't remove events unnoticed. Throws if the file is damaged.
 */
export function readRecordedHead(dataDir: string): Head {
  const file = join(dataDir, fileName)
  if (!existsSync(file)) return { seq: 0, hash: genesisHash }
  const parsed = v.safeParse(StoredSchema, readFileSync(file, 'utf8'))
  if (parsed.success) return parsed.output
  throw new Error(
    `${file}: expected the number and hash of an event, got something else. Verify the audit log with a head that you have noted, then delete the file to make a new one.`,
  )
}

/**
 * Records the newest audit event, unless the log no longer contains the one recorded before: then that one stays, as
 * evidence, until an operator deletes the file. Returns the number of the event that the log has lost; null: none.
 */
export async function recordHead({
  db,
  configuration: { dataDir, secret },
}: ReleaseStorage): Promise<number | null> {
  const recorded = readRecordedHead(dataDir)
  const { seq, hash, signature } = await readLastEvent(db)
  if (seq === recorded.seq && hash === recorded.hash) return null
  if (recorded.seq > 0) {
    const row = await db.selectFrom('event').select('hash').where('seq', '=', recorded.seq).executeTakeFirst()
    if (row?.hash !== recorded.hash) return recorded.seq
  }
  if (signature === null || !deriveAuditKey(secret).verify(getEventMessage({ hash }), signature)) return null
  if (readRecordedHead(dataDir).seq >= seq) return null // another request has recorded it
  replaceRecordedHead(dataDir, { seq, hash })
  return null
}

/** Records the newest event of a log that was restored from a backup, even if a later one was recorded before. */
export function replaceRecordedHead(dataDir: string, { seq, hash }: Head): void {
  createDataFolder(dataDir)
  writeFileAtomic.sync(join(dataDir, fileName), JSON.stringify({ seq, hash }), { mode: 0o600 })
}

/** Throws an Error with what an operator has to do if the log has lost an event that this machine has recorded. */
export async function requireRecordedHead(services: ReleaseStorage): Promise<void> {
  const lost = await recordHead(services)
  if (lost === null) return
  const file = join(services.configuration.dataDir, fileName)
  throw new Error(
    `The audit log lacks event ${lost}, which this machine has recorded in ${file}. The database was restored from a backup, lost its last changes in a failover, or someone removed events. The site keeps running. Run \`log --verify\` to see what is missing. If you know the reason, delete the file on every machine; otherwise treat it as an attack.`,
  )
}
