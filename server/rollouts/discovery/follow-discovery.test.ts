import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { patience } from '@portico/kit/testing/patience.ts'
import { DiscoveryDocumentSchema } from '@portico/protocol/discovery/discovery-document.ts'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { readDiscovery } from '../../releases/changes/discovery-repository.ts'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { type FollowedDiscovery, followDiscovery } from './follow-discovery.ts'
import { toPublicDiscovery } from './to-public-discovery.ts'

const never = 2 ** 31 - 1 // the longest delay of a timer, 25 days
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

describeOnDatabases('a change made by another server', (server) => {
  let remotes = 0
  const changeRemotes = () => {
    remotes += 1
    return publishSite(server(), `more${remotes}`)
  }

  async function follow(everyMs: number): Promise<FollowedDiscovery> {
    const { configuration } = server()
    const { db, close } = await openTestDatabase(configuration)
    const followed = await followDiscovery({ ...server(), db }, { everyMs })
    stops.push(async () => {
      await followed.stop()
      await close()
    })
    return followed
  }

  const waitUntil = (condition: () => Promise<boolean> | boolean) => vi.waitUntil(condition, patience)

  const findListeners = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where application_name = 'portico_revision' and datname = current_database() and state = 'idle'
        and query like 'listen%'`.execute(server().db)
    return rows.map(({ pid }) => pid)
  }

  test('a server serves the change of another server', async () => {
    const { configuration } = server()
    const database = { ...configuration, remove: async () => {} }
    const other = await startTestServer(database)
    stops.push(other.stop)
    await publishSite(server(), 'one')
    const fetchDocument = async (from: typeof other) =>
      v.parse(DiscoveryDocumentSchema, (await from.app.inject('/-/discovery.json')).json())
    await publishSite(server(), 'one')
    const to = await createRolloutClient(server()).publish('one', '1.1.0')
    await createRolloutClient(server()).start('one', to, 'now')
    await waitUntil(async () => (await fetchDocument(other)).remotes.one?.stable.version === '1.1.0')
    expect(await fetchDocument(other)).toEqual(await fetchDocument(server()))
  })

  test('polling detects a change without a notification', async () => {
    const configuration = { ...server().configuration, databaseUrl: null }
    const { db, close } = await openTestDatabase(server().configuration)
    const followed = await followDiscovery({ ...server(), db, configuration }, { everyMs: 5 })
    stops.push(followed.stop, close)
    const before = followed.read().revision
    await changeRemotes()
    await waitUntil(() => followed.read().revision > before)
  })

  test('a restored database is right, even if it has an earlier revision or another one of the same number', async () => {
    const fetchDocument = async (headers: Record<string, string> = {}) =>
      server().app.inject({ url: '/-/discovery.json', headers })
    const readRevision = async () => v.parse(DiscoveryDocumentSchema, (await fetchDocument()).json())
    await changeRemotes()
    await vi.waitFor(
      async () => expect(await readRevision()).toEqual(toPublicDiscovery(await readDiscovery(server().db))),
      patience,
    )
    const newest = await readRevision()
    const before = await fetchDocument()
    const { db } = server()
    await db.deleteFrom('document').where('revision', '=', newest.revision).execute()
    await vi.waitFor(
      async () => expect((await readRevision()).revision).toBeLessThan(newest.revision),
      patience,
    )
    await changeRemotes()
    await vi.waitFor(
      async () => expect(await readRevision()).toEqual(toPublicDiscovery(await readDiscovery(db))),
      patience,
    )
    const other = await readRevision()
    expect(other.revision).toBe(newest.revision)
    expect(other).not.toEqual(newest)
    expect((await fetchDocument({ 'if-none-match': String(before.headers.etag) })).statusCode).toBe(200)
    expect((await server().app.inject('/')).body).not.toContain(Object.keys(newest.remotes).at(-1))
    expect(server().logged.join()).toContain('The database has gone back to an earlier state')
  })

  test('PostgreSQL notifies of a change, even after the connection was lost', async () => {
    if (server().kind !== 'postgres') return
    const followed = await follow(never)
    const before = followed.read().revision
    await changeRemotes()
    await waitUntil(() => followed.read().revision > before)

    const reconnecting = await follow(20)
    const lost = await findListeners()
    for (const pid of lost) await sql`select pg_terminate_backend(${pid})`.execute(server().db)
    await waitUntil(async () => (await findListeners()).some((pid) => !lost.includes(pid)))
    await changeRemotes()
    await waitUntil(() => reconnecting.read().revision > before + 1)
  })

  test('a read that is on its way when the server stops writes nothing afterwards', async () => {
    if (server().kind !== 'postgres') return
    const dataDir = await mkdtemp(join(tmpdir(), 'portico-test-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const configuration = { ...server().configuration, databaseUrl: null, dataDir }
    const followed = await followDiscovery({ ...server(), configuration }, { everyMs: never })
    await changeRemotes()
    await cp(server().configuration.dataDir, dataDir, {
      recursive: true,
      filter: (path) => !path.includes('last-document'),
    })
    const reading = followed.refresh()
    await followed.stop()
    await rm(dataDir, { recursive: true })
    await reading
    await sleep(50) // a write would have begun
    expect(existsSync(dataDir)).toBe(false)
  })
})
