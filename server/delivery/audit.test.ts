import { findBrokenEvent } from '@portico/shared/rollout/audit-chain.ts'
import { EventsSchema } from '@portico/shared/rollout/rollout-api.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createApiClient, readAdminToken } from '../testing/api-client.ts'
import { describeOnDatabases } from '../testing/describe-databases.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { makeChange } from './changes/make-change.ts'
import { readDiscovery } from './discovery/discovery-repository.ts'

describeOnDatabases('audit log', (server) => {
  const read = async (query = '') => {
    const response = await createApiClient(server(), readAdminToken(server())).get(`/-/events${query}`)
    return v.parse(EventsSchema, response.json())
  }
  const appendEvent = (what: string, db = server().db) =>
    makeChange(db, async (change) => {
      change.audit({ by: 'test', what, before: { at: 1 }, after: [what, null], reason: 'ö “why”' })
    })

  test('events form a hash chain that verifies', async () => {
    for (const what of ['one', 'two', 'three']) await appendEvent(what)
    const { events, last } = await read()
    expect(events.map(({ what }) => what)).toEqual(['one', 'two', 'three'])
    expect(await findBrokenEvent(events)).toBeNull()
    expect(last).toBe(3)
    const rest = await read('?since=2')
    expect(await findBrokenEvent(rest.events, events[1])).toBeNull()
    expect(rest.events).toHaveLength(1)
    expect((await read('?limit=2')).events).toHaveLength(2)
  })

  test('an edited event is detected', async () => {
    const { events } = await read()
    const edited = server().db.updateTable('event').where('seq', '=', 2)
    await edited.set({ reason: 'another' }).execute()
    expect(await findBrokenEvent((await read()).events)).toMatchObject({ seq: 2 })
    await edited.set({ reason: events[1]?.reason ?? null }).execute()
    expect(await findBrokenEvent((await read()).events)).toBeNull()
  })

  test('events written by two servers at the same time have no gaps', async () => {
    const before = (await read()).last
    const second = await openTestDatabase(server().configuration)
    const names = Array.from({ length: 40 }, (_, at) => `at once ${at}`)
    await Promise.all(names.map((name, at) => appendEvent(name, at % 2 ? second.db : server().db)))
    await second.close()
    const { events } = await read()
    expect(
      events
        .slice(before)
        .map(({ what }) => what)
        .sort(),
    ).toEqual(names.toSorted())
    expect(await findBrokenEvent(events)).toBeNull()
  })

  test('a failed change writes no event and no revision', async () => {
    const before = await read()
    const document = await readDiscovery(server().db)
    const failing = makeChange(server().db, async (change) => {
      change.audit({ by: 'test', what: 'never' })
      change.revise({ ...change.document, remotes: {}, shell: null })
      throw new Error('halfway')
    })
    await expect(failing).rejects.toThrow('halfway')
    expect(await read()).toEqual(before)
    expect(await readDiscovery(server().db)).toEqual(document)
  })

  test('reading events requires a token', async () => {
    const response = await createApiClient(server(), undefined).get('/-/events')
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
