import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { sqliteFileName } from '../database/open-database.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { openSqliteSnapshot } from './database/sqlite-snapshot.ts'
import { listStoredReleases } from './stored-releases.ts'

let database: TestDatabase
afterEach(() => database.remove())

/** The stored releases of a database with this one. */
async function list(app: string, id: string, file = 'remote.js') {
  database = await createTestDatabase()
  const { db, close } = await openTestDatabase(database)
  const record = JSON.stringify({ files: { [file]: { integrity: `sha384-${'a'.repeat(64)}`, bytes: 1 } } })
  await db.insertInto('release').values({ app, id, record, published_at: 0 }).execute()
  await close()
  const snapshot = await openSqliteSnapshot(join(database.dataDir, sqliteFileName))
  return listStoredReleases(snapshot).finally(() => snapshot.close())
}

test('a release is listed with its files', async () => {
  expect(await list('new', '1.0.0-0a1b2c3d')).toMatchObject([{ app: 'new', id: '1.0.0-0a1b2c3d' }])
})

test.each([
  ['../new', '1.0.0-0a1b2c3d', 'remote.js'],
  ['new', '../../../etc', 'remote.js'],
  ['new', '1.0.0-0a1b2c3d/..', 'remote.js'],
  ['new', '1.0.0-0a1b2c3d', '../../remote.js'],
  ['new', '1.0.0-0a1b2c3d', '/etc/remote.js'],
])('a backup can’t name files elsewhere: %s, %s, %s', async (app, id, file) => {
  await expect(list(app, id, file)).rejects.toThrow()
})
