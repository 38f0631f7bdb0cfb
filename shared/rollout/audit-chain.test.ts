import { expect, test } from 'vitest'
import { findBrokenEvent, genesisHash, hashEvent } from './audit-chain.ts'
import type { AuditEvent } from './rollout-api.ts'

async function chain(length: number): Promise<AuditEvent[]> {
  const events: AuditEvent[] = []
  for (let seq = 1; seq <= length; seq += 1) {
    const event = {
      seq,
      at: seq * 1_000,
      by: 'ci',
      what: 'rollout.advance',
      remote: 'new',
      rollout: 'r1',
      before: { share: seq },
      after: { share: seq + 1 },
      reason: null,
      revision: seq,
      previous: events.at(-1)?.hash ?? genesisHash,
    }
    events.push({ ...event, hash: await hashEvent(event) })
  }
  return events
}

test('an unchanged chain is intact, from the start or from a known event', async () => {
  const events = await chain(3)
  expect(await findBrokenEvent(events)).toBeNull()
  expect(await findBrokenEvent(events.slice(1), events[0])).toBeNull()
  expect(await findBrokenEvent([])).toBeNull()
})

test.each(['at', 'by', 'what', 'remote', 'rollout', 'before', 'after', 'reason', 'revision'] as const)(
  'detects a changed %s',
  async (field) => {
    const events = await chain(3)
    const changed = events.map((event) => (event.seq === 2 ? { ...event, [field]: 'forged' } : event))
    expect(await findBrokenEvent(changed)).toMatchObject({ seq: 2 })
  },
)

test('detects an event that was changed and rehashed', async () => {
  const events = await chain(3)
  const forged = { ...events[1], by: 'someone else' } as AuditEvent
  const changed = events.with(1, { ...forged, hash: await hashEvent(forged) })
  expect(await findBrokenEvent(changed)).toMatchObject({ seq: 3 })
})

test('detects a removed event, even the first', async () => {
  const events = await chain(3)
  expect(await findBrokenEvent(events.toSpliced(1, 1))).toMatchObject({
    seq: 2,
    why: expect.stringContaining('missing'),
  })
  expect(await findBrokenEvent(events.slice(1))).toMatchObject({ seq: 1 })
})
