import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnDatabases } from '../testing/describe-databases.ts'
import type { Tables } from './tables.ts'
import { writeUnsynced } from './write-unsynced.ts'

const [normal, full] = [1, 2] // of SQLite
const endsAt = Date.now() + 3_600_000 // The server deletes what has ended when it starts.

describeOnDatabases('writing what a power failure may undo', (server) => {
  const readSync = async (db: Kysely<Tables>) =>
    (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows[0]?.synchronous
  const write = (count: number) =>
    writeUnsynced(server(), (db) =>
      db
        .insertInto('call_limit')
        .values({ key: `key ${count}`, count, endsAt })
        .execute(),
    )

  test('is written, and can fail, like anything else', async () => {
    await write(1)
    await expect(write(1)).rejects.toThrow(/unique/i)
    await write(2)
    const rows = await server().db.selectFrom('call_limit').select('count').orderBy('count').execute()
    expect(rows).toEqual([{ count: 1 }, { count: 2 }])
  })

  test('transactions of it are rolled back or committed as a whole', async () => {
    const insert = (key: string, isFailure: boolean) =>
      writeUnsynced(server(), (db) =>
        db.transaction().execute(async (trx) => {
          await trx.insertInto('call_limit').values({ key, count: 1, endsAt }).execute()
          if (isFailure) throw new Error('no')
        }),
      )
    await expect(insert('rolled back', true)).rejects.toThrow('no')
    await insert('committed', false)
    const rows = await server()
      .db.selectFrom('call_limit')
      .select('key')
      .where('key', 'like', '%ed%')
      .execute()
    expect(rows).toEqual([{ key: 'committed' }])
  })

  test('on SQLite, no commit in between waits for the disk, and every other one does', async () => {
    if (server().kind === 'postgres') return
    for (const _ of [1, 2]) {
      expect(await writeUnsynced(server(), readSync)).toBe(normal)
      expect(await readSync(server().db)).toBe(full)
    }
    const failed = writeUnsynced(server(), () => Promise.reject(new Error('no')))
    await expect(failed).rejects.toThrow('no')
    expect(await readSync(server().db)).toBe(full)
  })
})
