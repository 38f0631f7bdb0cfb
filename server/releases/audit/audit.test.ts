import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { patience } from '@portico/kit/testing/patience.ts'
import {
  genesisHash,
  getHeadMessage,
  hashEvent,
  isSignedWith,
} from '@portico/protocol/rollout/audit-chain.ts'
import { type AuditEvent, AuditHeadSchema, EventsSchema } from '@portico/protocol/rollout/rollout-api.ts'
import * as v from 'valibot'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createApiClient, readAdminToken } from '../../testing/api-client.ts'
import { readAuditLog } from '../../testing/audit-log.ts'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { openTestDatabase, testDatabases } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { requireRecordedHead } from '../changes/audit-head.ts'
import { readDiscovery } from '../changes/discovery-repository.ts'
import { makeChange } from '../changes/make-change.ts'

function getJson(server: TestServer) {
  const client = createApiClient(server, readAdminToken(server))
  return async (path: string): Promise<unknown> => (await client.get(path)).json()
}

const appendEvent = (server: Pick<TestServer, 'db' | 'configuration'>, what: string) =>
  makeChange(server, 'site', async (change) => {
    change.audit({ what, before: { at: 1 }, after: [what, null], reason: 'ö “why”' })
  })

describeOnDatabases('audit log', (server) => {
  const read = async (query = '') => v.parse(EventsSchema, await getJson(server())(`/-/events${query}`))
  const readAll = () => readAuditLog(getJson(server()))
  const findTampering = async () => (await readAll()).tampering

  test('begins with the first token', async () => {
    const { events, tampering } = await readAll()
    expect(events).toMatchObject([
      { seq: 1, by: 'site', what: 'token.create', after: { name: 'admin', scopes: ['admin'] } },
    ])
    expect(JSON.stringify(events)).not.toContain(readAdminToken(server()))
    expect(tampering).toBeNull()
  })

  test('events form a signed hash chain', async () => {
    for (const what of ['one', 'two', 'three']) await appendEvent(server(), what)
    const { events, tampering } = await readAll()
    expect(events.map(({ what }) => what)).toEqual(['token.create', 'one', 'two', 'three'])
    expect(tampering).toBeNull()
    const rest = await read('?since=2')
    expect(rest).toEqual({ events: events.slice(2), last: 4 })
    expect((await read('?limit=2')).events).toHaveLength(2)
  })

  test('the newest event is stated with a signature', async () => {
    const head = v.parse(AuditHeadSchema, await getJson(server())('/-/events/head'))
    const { events } = await readAll()
    expect(head).toMatchObject({ seq: 4, hash: events[3]?.hash })
    const { key, signature } = head
    expect(await isSignedWith([key], { message: getHeadMessage(head), signature })).toBe(true)
    const other = getHeadMessage({ ...head, seq: 3 })
    expect(await isSignedWith([key], { message: other, signature })).toBe(false)
  })

  describe('tampering with the database alone is detected:', () => {
    let before: AuditEvent[] | null = null
    const rewrite = async (change: (events: readonly AuditEvent[]) => readonly AuditEvent[]) => {
      const { events } = await readAll()
      before ??= events
      await replaceEvents(server(), change(events))
    }
    afterEach(async () => {
      if (before !== null) await replaceEvents(server(), before)
      expect(await findTampering()).toBeNull()
    })

    test('an edited event', async () => {
      await rewrite((events) => events.map((event) => (event.seq === 2 ? { ...event, reason: '' } : event)))
      expect(await findTampering()).toEqual({ seq: 2, why: 'event 2 was changed' })
    })

    test('an edited event in a chain that was computed again', async () => {
      const { events } = await readAll()
      const edited = events.map((event) => (event.seq === 2 ? { ...event, by: 'someone else' } : event))
      const chain = await rechain(edited)
      await rewrite(() => chain)
      expect(await findTampering()).toMatchObject({
        seq: 2,
        why: expect.stringContaining("isn't signed with the site's key"),
      })
    })

    test('the newest event removed', async () => {
      await rewrite((events) => events.slice(0, -1))
      expect(await findTampering()).toEqual({
        seq: 4,
        why: 'the newest events are missing: the log ends with event 3, but event 4 was recorded',
      })
    })

    test('the newest event removed, and another written since', async () => {
      await rewrite((events) => events.slice(0, -1))
      await appendEvent(server(), 'another')
      expect(await findTampering()).toMatchObject({ seq: 4, why: expect.stringContaining('replaced') })
      await appendEvent(server(), 'and another')
      expect(await findTampering()).toMatchObject({ seq: 4, why: expect.stringContaining('replaced') })
    })

    test('every event removed', async () => {
      await rewrite(() => [])
      expect(await findTampering()).toMatchObject({ seq: 1, why: expect.stringContaining('missing') })
    })

    test('two events swapped', async () => {
      await rewrite((events) =>
        events.map((event) => {
          const other = event.seq === 2 ? events[2] : event.seq === 3 ? events[1] : undefined
          return other === undefined ? event : { ...other, seq: event.seq }
        }),
      )
      expect(await findTampering()).toMatchObject({
        seq: 2,
        why: expect.stringContaining("doesn't follow event 1"),
      })
    })

    test('an event inserted', async () => {
      const { events } = await readAll()
      const chain = await rechain(events.toSpliced(2, 0, ...events.slice(1, 2)))
      await rewrite(() => chain)
      expect(await findTampering()).toMatchObject({ seq: 3, why: expect.stringContaining("isn't signed") })
    })
  })

  test('a damaged record of the newest event is an error that names the file', async () => {
    const file = join(server().configuration.dataDir, 'audit-head.json')
    await writeFile(file, '{')
    const response = await createApiClient(server(), readAdminToken(server())).get('/-/events/head')
    expect(response.statusCode).toBe(500)
    expect(server().logged.join()).toContain('audit-head.json: expected the number and hash of an event')
    await rm(file)
    expect(await findTampering()).toBeNull()
  })

  test('events that a restored database lacks are reported with what to do, and the site keeps running', async () => {
    for (const what of ['kept', 'lost']) await appendEvent(server(), what)
    const lost = (await read()).last
    await server().db.deleteFrom('event').where('seq', '=', lost).execute()
    for (const what of ['after', 'later']) await appendEvent(server(), what)
    await expect(requireRecordedHead(server())).rejects.toThrow(
      `The audit log lacks event ${lost}, which this machine has recorded`,
    )
    await vi.waitFor(
      () => expect(server().logged.join()).toContain('If you know the reason, delete'),
      patience,
    )
    expect((await server().app.inject('/-/health/ready')).json()).not.toMatchObject({ status: 'failed' })
    await rm(join(server().configuration.dataDir, 'audit-head.json'))
    await requireRecordedHead(server())
    expect(await findTampering()).toBeNull()
  })

  test('events written by two servers at the same time have no gaps', async () => {
    const before = (await read()).last
    const second = { ...server(), ...(await openTestDatabase(server().configuration)) }
    const names = Array.from({ length: 40 }, (_, at) => `at once ${at}`)
    await Promise.all(names.map((name, at) => appendEvent(at % 2 ? second : server(), name)))
    await second.close()
    const { events, tampering } = await readAll()
    expect(
      events
        .slice(before)
        .map(({ what }) => what)
        .sort(),
    ).toEqual(names.toSorted())
    expect(tampering).toBeNull()
  })

  test('a failed change writes no event and no revision', async () => {
    const before = await read()
    const document = await readDiscovery(server().db)
    const failing = makeChange(server(), 'site', async (change) => {
      change.audit({ what: 'never' })
      change.revise({ ...change.document, remotes: {}, shell: null })
      throw new Error('halfway')
    })
    await expect(failing).rejects.toThrow('halfway')
    expect(await read()).toEqual(before)
    expect(await readDiscovery(server().db)).toEqual(document)
  })

  test.each(['/-/events', '/-/events/head'])('%s requires a token', async (path) => {
    const response = await createApiClient(server(), undefined).get(path)
    expect([response.statusCode, response.json().code]).toEqual([401, 'token-missing'])
  })

  test.each(['?since=x', '?limit=0', '?limit=501', '?since=-1'])(
    'the query %s is rejected',
    async (query) => {
      const response = await createApiClient(server(), readAdminToken(server())).get(`/-/events${query}`)
      expect([response.statusCode, response.json().code]).toEqual([400, 'invalid-request'])
    },
  )
})

test.each(testDatabases)(
  'a log from the time before signatures is signed at the next start, and so is one with another key, on $kind',
  async ({ create }) => {
    const database = await create()
    const restart = async (environment: Record<string, string> = {}) => {
      const server = await startTestServer(database, environment)
      const log = await readAuditLog(getJson(server))
      return { server, log }
    }
    try {
      const first = await restart()
      for (const what of ['one', 'two']) await appendEvent(first.server, what)
      await first.server.db.updateTable('event').set({ signature: null }).execute()
      await rm(join(database.dataDir, 'audit-head.json'))
      expect((await readAuditLog(getJson(first.server))).tampering).toMatchObject({
        why: expect.stringContaining('no event has a signature'),
      })
      await first.server.stop()

      const second = await restart()
      expect(second.log.tampering).toBeNull()
      expect(second.log.events.map(({ what, signature }) => [what, signature !== null])).toEqual([
        ['token.create', false],
        ['one', false],
        ['two', false],
        ['audit.sign', true],
      ])
      await second.server.stop()

      const third = await restart({ SITE_SECRET: 'another secret of the site, 32 characters' })
      expect(third.log.events.at(-1)).toMatchObject({ seq: 5, what: 'audit.sign', by: 'site' })
      expect(third.log.tampering).toMatchObject({ seq: 4, why: expect.stringContaining("site's key") })
      await third.server.stop()
    } finally {
      await database.remove()
    }
  },
)

/** Writes these events over those in the database. */
async function replaceEvents({ db }: TestServer, events: readonly AuditEvent[]): Promise<void> {
  await db.deleteFrom('event').execute()
  for (const { before, after, ...event } of events)
    await db
      .insertInto('event')
      .values({ ...event, before: JSON.stringify(before), after: JSON.stringify(after) })
      .execute()
}

/** Numbers the events and computes their hashes again, as someone without the site's secret can. */
async function rechain(events: readonly AuditEvent[]): Promise<AuditEvent[]> {
  const chain: AuditEvent[] = []
  for (const [at, event] of events.entries()) {
    const moved = { ...event, seq: at + 1, previous: chain.at(-1)?.hash ?? genesisHash }
    chain.push({ ...moved, hash: await hashEvent(moved) })
  }
  return chain
}
