import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { patience } from '@portico/kit/testing/patience.ts'
import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
} from '@portico/protocol/discovery/discovery-document.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followDiscovery } from '../../rollouts/discovery/follow-discovery.ts'
import { publishAtStartup } from '../../rollouts/startup/publish-at-startup.ts'
import { writeRemote, writeShell } from '../../testing/builds.ts'
import { type TestDatabase, testDatabases } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { emptyDiscovery, readDiscovery } from '../changes/discovery-repository.ts'
import { makeChange } from '../changes/make-change.ts'

const pollMs = 2_000

describe.each(testDatabases)('the discovery document on $kind', ({ create }) => {
  let database: TestDatabase
  let server: TestServer

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    database = await create()
    server = await startTestServer(database)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await server.stop()
    await database.remove()
  })

  async function publish(remote: string): Promise<void> {
    const dist = join(database.dataDir, `dist-of-${remote}`)
    writeShell(dist)
    writeRemote(dist, remote)
    await publishAtStartup(dist, server)
  }

  async function fetchDocument(headers: Record<string, string> = {}) {
    return server.app.inject({ url: '/-/discovery.json', headers })
  }

  /** The served document, once it has this revision. */
  async function waitForRevision(revision: number): Promise<DiscoveryDocument> {
    await vi.advanceTimersByTimeAsync(pollMs)
    return vi.waitFor(async () => {
      const document = v.parse(DiscoveryDocumentSchema, (await fetchDocument()).json())
      expect(document.revision).toBe(revision)
      return document
    }, patience)
  }

  test('the document is empty before anything is published', async () => {
    expect((await fetchDocument()).json()).toEqual(emptyDiscovery)
  })

  test('the document includes what another process publishes', async () => {
    await publish('one')
    expect(Object.keys((await waitForRevision(1)).remotes)).toEqual(['one'])
    await publish('two')
    expect(Object.keys((await waitForRevision(2)).remotes)).toEqual(['one', 'two'])
  })

  test('an unchanged document is not sent again', async () => {
    await publish('one')
    await waitForRevision(1)
    const { headers, statusCode } = await fetchDocument()
    const etag = String(headers.etag)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
    for (const known of [etag, etag.replace('W/', ''), `"0", ${etag}`, '*']) {
      const response = await fetchDocument({ 'if-none-match': known })
      expect([known, response.statusCode, response.body, response.headers.etag]).toEqual([
        known,
        304,
        '',
        etag,
      ])
    }
    expect((await fetchDocument({ 'if-none-match': '"0"' })).statusCode).toBe(200)
    await publish('two')
    await waitForRevision(2)
    expect((await fetchDocument({ 'if-none-match': etag })).statusCode).toBe(200)
  })

  test('the document is sent compressed, each revision with its own bytes', async () => {
    for (const [remote, revision] of [
      ['one', 1],
      ['two', 2],
    ] as const) {
      await publish(remote)
      await waitForRevision(revision)
      const { headers, rawPayload } = await fetchDocument({ 'accept-encoding': 'gzip, br' })
      expect([headers['content-encoding'], headers.vary]).toEqual(['br', 'accept-encoding'])
      const document = JSON.parse(brotliDecompressSync(rawPayload).toString())
      expect(document).toEqual((await fetchDocument()).json())
      expect(document).toMatchObject({ revision })
    }
  })

  test('every revision is stored, numbered without gaps', async () => {
    for (const remote of ['one', 'two', 'three']) await publish(remote)
    const rows = await server.db.selectFrom('document').select('revision').orderBy('revision').execute()
    expect(rows.map(({ revision }) => revision)).toEqual([1, 2, 3])
  })

  test('no revision is written if nothing changes', async () => {
    await publish('one')
    const before = await readDiscovery(server.db)
    await makeChange(server, 'site', async ({ document, revise }) => revise({ ...document, revision: 99 }))
    expect(await readDiscovery(server.db)).toEqual(before)
  })

  test('concurrent changes are all applied', async () => {
    await publish('one')
    const { remotes } = await readDiscovery(server.db)
    const names = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight']
    await Promise.all(
      names.map((name) =>
        makeChange(server, 'site', async ({ document, revise }) => {
          const { one } = remotes
          if (one) revise({ ...document, remotes: { ...document.remotes, [name]: one } })
        }),
      ),
    )
    expect((await readDiscovery(server.db)).revision).toBe(8)
    expect(Object.keys((await readDiscovery(server.db)).remotes).sort()).toEqual(['one', ...names].sort())
  })

  test('the last known document is served while the database is unavailable', async () => {
    await publish('one')
    const live = await followDiscovery(server)
    await server.db.schema.alterTable('document').renameTo('unavailable').execute()
    await vi.advanceTimersByTimeAsync(3 * pollMs)
    await expect(readDiscovery(server.db)).rejects.toThrow()
    expect(live.read().revision).toBe(1)
    await server.db.schema.alterTable('unavailable').renameTo('document').execute()
    await publish('two')
    await vi.advanceTimersByTimeAsync(pollMs)
    await vi.waitFor(() => expect(live.read().revision).toBe(2), patience)
    await live.stop()
  })

  test('a document without integrity hashes does not replace the last valid one', async () => {
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

  test('polling ends when the server stops', async () => {
    const live = await followDiscovery(server)
    const before = vi.getTimerCount()
    await live.stop()
    expect(vi.getTimerCount()).toBe(before - 1)
  })
})
