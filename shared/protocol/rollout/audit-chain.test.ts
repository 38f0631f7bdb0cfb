import { expect, test } from 'vitest'
import { findTampering, genesisHash, getEventMessage, hashEvent } from './audit-chain.ts'
import type { AuditEvent } from './rollout-api.ts'

async function createSigner() {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  const { x = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return {
    key: x,
    async sign(hash: string) {
      const message = new TextEncoder().encode(getEventMessage({ hash }))
      const bytes = new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, message))
      return btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    },
  }
}

const site = await createSigner()
const stranger = await createSigner()

/** A chain whose first `unsigned` events are from the time before signatures. */
async function chain(length: number, unsigned = 0): Promise<AuditEvent[]> {
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
    const hash = await hashEvent(event)
    events.push({ ...event, hash, signature: seq <= unsigned ? null : await site.sign(hash) })
  }
  return events
}

const keys = [site.key]
const find = (events: readonly AuditEvent[], known: readonly AuditEvent[] = []) =>
  findTampering({ events, keys, known })

/** What someone can do who changes the database and recomputes every hash from there on, but has no key. */
async function rechain(events: readonly AuditEvent[]): Promise<AuditEvent[]> {
  const changed: AuditEvent[] = []
  for (const [at, event] of events.entries()) {
    const moved = { ...event, seq: at + 1, previous: changed.at(-1)?.hash ?? genesisHash }
    changed.push({ ...moved, hash: await hashEvent(moved) })
  }
  return changed
}

test('an unchanged log is intact', async () => {
  const events = await chain(3)
  expect(await find(events, events)).toBeNull()
  expect(await find([])).toBeNull()
})

test('each event may be signed with any trusted key', async () => {
  const events = await chain(2)
  expect(await findTampering({ events, keys: [stranger.key, site.key], known: [] })).toBeNull()
  expect(await findTampering({ events, keys: [stranger.key], known: [] })).toMatchObject({
    seq: 1,
    why: expect.stringMatching(
      /isn't signed with the site's key.*pass the keys of both secrets: --key <new>,<old>$/,
    ),
  })
})

test('events from the time before signatures are covered by the first signed one', async () => {
  const events = await chain(3, 2)
  expect(await find(events)).toBeNull()
  const [first] = await rechain([{ ...events[0], by: 'someone else' } as AuditEvent])
  expect(await find(first ? events.with(0, first) : [])).toMatchObject({ seq: 2 })
  expect(await find(events.slice(0, 2))).toMatchObject({ why: expect.stringContaining('no event has a') })
})

test('an unsigned event after a signed one is detected', async () => {
  const events = await chain(3)
  const last = events.at(-1)
  const added = last && { ...last, seq: 4, previous: last.hash, signature: null }
  expect(await find(added ? [...events, { ...added, hash: await hashEvent(added) }] : [])).toMatchObject({
    seq: 4,
    why: expect.stringContaining('has no signature'),
  })
})

test.each(['at', 'by', 'what', 'remote', 'rollout', 'before', 'after', 'reason', 'revision'] as const)(
  'a changed %s is detected, even if the whole chain is recomputed without the key',
  async (field) => {
    const events = await chain(3)
    const changed = events.map((event) => (event.seq === 2 ? { ...event, [field]: 'forged' } : event))
    expect(await find(changed)).toMatchObject({ seq: 2, why: 'event 2 was changed' })
    expect(await find(await rechain(changed))).toMatchObject({
      seq: 2,
      why: expect.stringContaining("isn't signed with the site's key"),
    })
  },
)

test('a removed event is detected, even the first', async () => {
  const events = await chain(3)
  expect(await find(events.toSpliced(1, 1))).toMatchObject({
    seq: 2,
    why: expect.stringContaining('missing'),
  })
  expect(await find(events.slice(1))).toMatchObject({ seq: 1 })
  expect(await find(await rechain(events.toSpliced(1, 1)))).toMatchObject({ seq: 2 })
})

test('that the newest events are missing is detected if one of them is known', async () => {
  const events = await chain(3)
  expect(await find(events.slice(0, 2))).toBeNull()
  expect(await find(events.slice(0, 2), events)).toMatchObject({
    seq: 3,
    why: 'the newest events are missing: the log ends with event 2, but event 3 was recorded',
  })
  expect(await find([], events.slice(2))).toMatchObject({ seq: 1 })
})

test('events that replace known ones are detected', async () => {
  const events = await chain(3)
  const last = await rechain(events.map((event) => ({ ...event, by: 'someone else' })))
  const signed = await Promise.all(
    last.map(async (event) => ({ ...event, signature: await site.sign(event.hash) })),
  )
  expect(await find(signed)).toBeNull()
  expect(await find(signed, events.slice(2))).toMatchObject({
    seq: 3,
    why: expect.stringContaining('replaced'),
  })
})

test('two swapped events and an inserted one are detected', async () => {
  const events = await chain(4)
  const swapped = [events[0], events[2], events[1], events[3]].filter((event) => event !== undefined)
  expect(await find(swapped)).toMatchObject({ seq: 2 })
  expect(await find(swapped.map((event, at) => ({ ...event, seq: at + 1 })))).toMatchObject({ seq: 2 })
  expect(await find(await rechain(swapped))).toMatchObject({ seq: 2 })
  const inserted = events.toSpliced(1, 0, ...events.slice(3))
  expect(await find(await rechain(inserted))).toMatchObject({ seq: 2 })
})
