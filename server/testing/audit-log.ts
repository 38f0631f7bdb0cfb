import { paths } from '@portico/kit/paths.ts'
import { findTampering, type Tampering } from '@portico/protocol/rollout/audit-chain.ts'
import { type AuditEvent, AuditHeadSchema, EventsSchema } from '@portico/protocol/rollout/rollout-api.ts'
import * as v from 'valibot'

/** Reads the whole audit log, as the release CLI does; `get` returns the parsed body of a response. */
export async function readAuditLog(
  get: (path: string) => Promise<unknown>,
): Promise<{ events: AuditEvent[]; tampering: Tampering | null }> {
  const head = v.parse(AuditHeadSchema, await get(paths.eventsHead))
  const events: AuditEvent[] = []
  for (;;) {
    const since = events.at(-1)?.seq ?? 0
    const page = v.parse(EventsSchema, await get(`${paths.events}?since=${since}`))
    events.push(...page.events)
    if (page.events.length === 0 || (events.at(-1)?.seq ?? 0) >= page.last) break
  }
  return { events, tampering: await findTampering({ events, keys: [head.key], known: [head] }) }
}
