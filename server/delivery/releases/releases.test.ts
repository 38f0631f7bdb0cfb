import { join } from 'node:path'
import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
} from '@portico/shared/release/discovery-document.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeRemote, writeShell } from '../../testing/builds.ts'
import { type TestDatabase, testDatabases } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { makeChange } from '../changes/make-change.ts'
import { emptyDiscovery, readDiscovery } from '../discovery/discovery-repository.ts'
import { followDiscovery } from '../discovery/follow-discovery.ts'
import { publishAtStartup } from '../lifecycle/publish-at-startup.ts'

const pollMs = 2_000
const patience = { timeout: 10_000 } // for a database on a loaded machine

describe.each(testDatabases)('the release document on $kind', ({ create }) => {
  let place: TestDatabase
  let server: TestServer

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    place = await create()
    server = await startTestServer(place)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await server.stop()
    await place.remove()
  })

  async function publish(remote: string): Promise<void> {
    const dist = join(place.dataDir, `dist-of-${remote}`)
    writeShell(dist)
    writeRemote(dist, remote)
    await publishAtStartup(dist, server)
  }

  async function discover(headers: Record<string, string> = {}) {
    return server.app.inject({ url: '/-/discovery.json', headers })
  }

  /** The served document, once this server has heard of `revision`. */
  async function served(revision: number): Promise<DiscoveryDocument> {
    await vi.advanceTimersByTimeAsync(pollMs)
    return vi.waitFor(async () => {
      const document = v.parse(DiscoveryDocumentSchema, (await discover()).json())
      expect(document.revision).toBe(revision)
      return document
    }, patience)
  }

  test('is empty before anything is published', async () => {
    expect((await discover()).json()).toEqual(emptyDiscovery)
  })

  test('follows what another process has published', async () => {
    await publish('one')
    expect(Object.keys((await served(1)).remotes)).toEqual(['one'])
    await publish('two')
    expect(Object.keys((await served(2)).remotes)).toEqual(['one', 'two'])
  })

  test('has its revision as ETag, and is not sent again to who has it', async () => {
    await publish('one')
    await served(1)
    const { headers, statusCode } = await discover()
    expect([statusCode, headers.etag, headers['cache-control']]).toEqual([200, '"1"', 'no-cache'])
    for (const known of ['"1"', 'W/"1"', '"0", "1"', '*']) {
      const answer = await discover({ 'if-none-match': known })
      expect([known, answer.statusCode, answer.body, answer.headers.etag]).toEqual([known, 304, '', '"1"'])
    }
    expect((await discover({ 'if-none-match': '"0"' })).statusCode).toBe(200)
    await publish('two')
    await served(2)
    expect((await discover({ 'if-none-match': '"1"' })).statusCode).toBe(200)
  })

  test('keeps every revision, each one more than the one before', async () => {
    for (const remote of ['one', 'two', 'three']) await publish(remote)
    const rows = await server.db.selectFrom('document').select('revision').orderBy('revision').execute()
    expect(rows.map(({ revision }) => revision)).toEqual([1, 2, 3])
  })

  test('is not written where nothing changes', async () => {
    await publish('one')
    const before = await readDiscovery(server.db)
    await makeChange(server.db, async ({ document, revise }) => revise({ ...document, revision: 99 }))
    expect(await readDiscovery(server.db)).toEqual(before)
  })

  test('takes the change of each of several writers at one moment', async () => {
    await publish('one')
    const { remotes } = await readDiscovery(server.db)
    const names = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight']
    await Promise.all(
      names.map((name) =>
        makeChange(server.db, async ({ document, revise }) => {
          const { one } = remotes
          if (one) revise({ ...document, remotes: { ...document.remotes, [name]: one } })
        }),
      ),
    )
    expect((await readDiscovery(server.db)).revision).toBe(8)
    expect(Object.keys((await readDiscovery(server.db)).remotes).sort()).toEqual(['one', ...names].sort())
  })

  test('stays the last known one while the database cannot be asked', async () => {
    await publish('one')
    const live = await followDiscovery(server)
    await server.db.schema.alterTable('document').renameTo('away').execute()
    await vi.advanceTimersByTimeAsync(3 * pollMs)
    await expect(readDiscovery(server.db)).rejects.toThrow()
    expect(live.read().revision).toBe(1)
    await server.db.schema.alterTable('away').renameTo('document').execute()
    await publish('two')
    await vi.advanceTimersByTimeAsync(pollMs)
    await vi.waitFor(() => expect(live.read().revision).toBe(2), patience)
    await live.stop()
  })

  test('stays the last good one where a newer one lacks an integrity', async () => {
    await publish('one')
    const live = await followDiscovery(server)
    const { revision, ...document } = live.read()
    const stable = { ...document.remotes.one?.stable, entry: { file: 'remote.js' } }
    const body = JSON.stringify({
      ...document,
      revision: revision + 1,
      remotes: { one: { team: 'x', stable } },
    })
    const row = { revision: revision + 1, body, created_at: Date.now() }
    await server.db.insertInto('document').values(row).execute()
    await live.refresh()
    expect(live.read().revision).toBe(revision)
    await live.stop()
  })

  test('is followed until the server stops', async () => {
    const live = await followDiscovery(server)
    const before = vi.getTimerCount()
    await live.stop()
    expect(vi.getTimerCount()).toBe(before - 1)
  })
})
