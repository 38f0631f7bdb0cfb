import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfiguration } from '../../configuration/configuration.ts'
import { mailboxFolder } from '../../email/open-outbox.ts'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { createTestDatabase, openTestDatabase } from '../../testing/test-database.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { readDiscovery } from '../changes/discovery-repository.ts'
import { createToken } from '../tokens/token-repository.ts'
import { cleanUp, deleteUnneeded } from './clean-up.ts'
import { recordServings } from './record-servings.ts'

const dayMs = 24 * 3_600_000

// Only the clock: databases and requests have timers of their own.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(() => void vi.useRealTimers())

const passDays = (days: number) => vi.setSystemTime(Date.now() + days * dayMs)

describeOnDatabases('cleaning up', (server) => {
  const client = () => createRolloutClient(server())
  const isStored = (id: string) =>
    existsSync(join(server().configuration.dataDir, 'releases/one', id, 'remote.js'))
  const read = (id: string) =>
    server()
      .db.selectFrom('release')
      .select(['served_at', 'collected_at'])
      .where('app', '=', 'one')
      .where('id', '=', id)
      .executeTakeFirst()
  const publish = (version: string) => {
    vi.setSystemTime(Date.now() + 1_000)
    return client().publish('one', version)
  }
  const servings = () =>
    recordServings(server().db, (error) => {
      throw error
    })

  test('deletes counts of requests whose window has ended', async () => {
    const { db } = server()
    const values = [-1, dayMs].map((ms) => ({ key: `ends in ${ms}`, count: 1, endsAt: Date.now() + ms }))
    await db.insertInto('call_limit').values(values).execute()
    await deleteUnneeded(server())
    const keys = await db.selectFrom('call_limit').select('key').where('key', 'like', 'ends in %').execute()
    expect(keys).toEqual([{ key: `ends in ${dayMs}` }])
  })

  test('stores once a day that a release was served, however many servers and requests there are', async () => {
    await publishSite(server(), 'one')
    const id = '1.0.0-0a1b2c3d'
    const [first, second] = [servings(), servings()]
    vi.setSystemTime(Math.ceil(Date.now() / dayMs) * dayMs) // midnight
    const start = Date.now()
    const serve = async () => {
      for (const machine of [first, second, first]) {
        machine.add({ app: 'one', id })
        await machine.store()
        vi.setSystemTime(Date.now() + 60_000)
      }
    }
    await serve()
    expect(await read(id)).toMatchObject({ served_at: start })
    passDays(1)
    const next = Date.now()
    await serve()
    expect(await read(id)).toMatchObject({ served_at: next })
    await Promise.all([first.stop(), second.stop()])
  })

  test('removes release files 30 days after they were last served, unless they are needed', async () => {
    const { db } = server()
    for (let minor = 1; minor <= 16; minor += 1) await publish(`1.${minor}.0`)
    await client().start('one', '1.1.0', 'now') // 1.0.0 is the fallback
    const canary = await client().start('one', '1.2.0')
    await db
      .updateTable('release')
      .set({ quarantined: 'broken' })
      .where('id', '=', '1.3.0-11111111')
      .execute()
    passDays(29)
    const served = servings()
    served.add({ app: 'one', id: '1.4.0-11111111' })
    await served.stop()
    await deleteUnneeded(server())
    expect(isStored('1.5.0-11111111')).toBe(true)
    passDays(2)
    await deleteUnneeded(server())
    expect([1, 2, 3, 4, 5, 6, 7].map((minor) => isStored(`1.${minor}.0-11111111`))).toEqual([
      true, // stable
      true, // canary
      true, // quarantined
      true, // served
      false,
      false,
      true, // among the last ten
    ])
    expect(isStored('1.0.0-0a1b2c3d')).toBe(true)
    passDays(29)
    await deleteUnneeded(server())
    expect(isStored('1.4.0-11111111')).toBe(false)
    await client().step(canary.id, 'rollback', { reason: 'a test' })
  })

  test('on two machines at the same time removes each release once, from both', async () => {
    const { configuration, db } = server()
    const other = { ...configuration, dataDir: join(configuration.dataDir, 'other machine') }
    const id = await publish('2.0.0')
    for (let minor = 1; minor <= 10; minor += 1) await publish(`2.${minor}.0`)
    await mkdir(join(other.dataDir, 'releases/one', id), { recursive: true })
    passDays(31)
    await Promise.all([deleteUnneeded(server()), deleteUnneeded({ db, configuration: other })])
    expect(isStored(id)).toBe(false)
    expect(await readdir(join(other.dataDir, 'releases/one'))).toEqual([])
    const events = await db
      .selectFrom('event')
      .select('after')
      .where('what', '=', 'release.collect')
      .execute()
    expect(events.filter(({ after }) => after.includes(`one@${id}`))).toHaveLength(1)
  })

  test('deletes old revisions, rollouts with their counts, and expired tokens', async () => {
    const { db } = server()
    const ids = async (table: 'rollout' | 'rollout_point' | 'dropped_load') =>
      new Set(
        table === 'rollout'
          ? (await db.selectFrom('rollout').select('id').execute()).map(({ id }) => id)
          : (await db.selectFrom(table).select('rollout').execute()).map(({ rollout }) => rollout),
      )
    const [oldest] = await db
      .selectFrom('rollout')
      .select('id')
      .where('remote', '=', 'one')
      .orderBy('started_at')
      .limit(1)
      .execute()
    const latest = await db
      .selectFrom('remote')
      .select('rollout')
      .where('name', '=', 'one')
      .executeTakeFirst()
    for (const rollout of [oldest?.id ?? '', latest?.rollout ?? '']) {
      await db.insertInto('dropped_load').values({ rollout, reason: 'limit', count: 1 }).execute()
      await db.insertInto('rollout_point').values({ rollout, at: 1, body: '' }).execute()
    }
    await createToken(db, { name: 'old', scopes: ['read'], days: 1 })
    const document = await readDiscovery(db)
    const revisions = Array.from({ length: 121 }, (_, index) => 1_000 + index)
    await db
      .insertInto('document')
      .values(
        revisions.map((revision) => ({
          revision,
          body: JSON.stringify({ ...document, revision }),
          created_at: Date.now(),
        })),
      )
      .execute()
    const listRevisions = async () => {
      const rows = await db.selectFrom('document').select('revision').orderBy('revision').execute()
      return rows.map(({ revision }) => revision).filter((revision) => revision >= 1_000)
    }
    const listTokens = async () =>
      (await db.selectFrom('token').select('name').execute()).map(({ name }) => name)
    passDays(89)
    await deleteUnneeded(server())
    expect(await listRevisions()).toContain(1_000)
    expect(await listTokens()).toContain('old')
    passDays(3)
    await deleteUnneeded(server())
    expect(await listRevisions()).toEqual(Array.from({ length: 100 }, (_, index) => 1_021 + index))
    expect(await listTokens()).toEqual(['admin'])
    passDays(310)
    await deleteUnneeded(server())
    const { rollout: ofShell } = await db
      .selectFrom('remote')
      .select('rollout')
      .where('name', '=', 'shell')
      .executeTakeFirstOrThrow()
    expect(await ids('rollout')).toEqual(new Set([latest?.rollout, ofShell]))
    expect(await ids('dropped_load')).toEqual(new Set([latest?.rollout]))
    expect(await ids('rollout_point')).toEqual(new Set([latest?.rollout]))
  })
})

test('a request for a file of a release counts as serving it', async () => {
  const database = await createTestDatabase()
  const server = await startTestServer(database)
  await publishSite(server, 'one')
  expect((await server.app.inject('/r/one/1.0.0-0a1b2c3d/remote.js')).statusCode).toBe(200)
  expect((await server.app.inject('/r/one/1.0.0-0a1b2c3d/missing.js')).statusCode).toBe(404)
  await server.stop()
  const { close, db } = await openTestDatabase(database)
  const served = db.selectFrom('release').select('app').where('served_at', 'is not', null)
  expect(await served.execute()).toEqual([{ app: 'one' }])
  await close()
  await database.remove()
})

test('every hour, a server deletes emails that are a week old from its mailbox', async () => {
  const database = await createTestDatabase()
  const { close, ...opened } = await openTestDatabase(database)
  const folder = join(database.dataDir, mailboxFolder)
  await mkdir(folder)
  const names = [6, 8].map((days) => `${Date.now() - days * dayMs}-0a1b2c3d.eml`)
  for (const name of names) await writeFile(join(folder, name), 'an email')
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'], now: Date.now() })
  const app = Fastify()
  const configuration = readConfiguration({ DATA_DIR: database.dataDir }, '/')
  await cleanUp(app, { ...opened, configuration })
  vi.advanceTimersByTime(3_600_000 - 1)
  expect(await readdir(folder)).toEqual(names.toSorted())
  vi.advanceTimersByTime(1)
  await app.close() // waits for what is running
  expect(await readdir(folder)).toEqual(names.slice(0, 1))
  await close()
  await database.remove()
})

test('the guide names the lifetime of every table, and no other', async () => {
  const database = await createTestDatabase()
  const { close, db } = await openTestDatabase(database)
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/back-up-and-move.md'), 'utf8')
  const lines = guide.split('\n').filter((line) => line.includes('| database |'))
  const named = lines.flatMap((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
  expect(named.toSorted()).toEqual(tables.toSorted())
  await close()
  await database.remove()
})
