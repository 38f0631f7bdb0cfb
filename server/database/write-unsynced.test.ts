import { describe, expect, test } from 'vitest'
import { openForSuite } from '../testing/open-for-suite.ts'
import { spyOnSyncs } from '../testing/spy-on-syncs.ts'
import { testDatabases } from '../testing/test-database.ts'
import { writeUnsynced } from './write-unsynced.ts'

// Without a server: what that deletes in the background is synced, too.
describe.each(testDatabases)('writing what a power failure may undo on $kind', ({ kind, create }) => {
  const database = openForSuite(create)

  const write = (count: number) =>
    writeUnsynced(database(), (db) =>
      db
        .insertInto('call_limit')
        .values({ key: `key ${count}`, count, endsAt: 0 })
        .execute(),
    )

  test('is written, and can fail, like anything else', async () => {
    await write(1)
    await expect(write(1)).rejects.toThrow(/unique/i)
    await write(2)
    const rows = await database().db.selectFrom('call_limit').select('count').orderBy('count').execute()
    expect(rows).toEqual([{ count: 1 }, { count: 2 }])
  })

  test('transactions of it are rolled back or committed as a whole', async () => {
    const insert = (key: string, isFailure: boolean) =>
      writeUnsynced(database(), (db) =>
        db.transaction().execute(async (trx) => {
          await trx.insertInto('call_limit').values({ key, count: 1, endsAt: 0 }).execute()
          if (isFailure) throw new Error('no')
        }),
      )
    await expect(insert('rolled back', true)).rejects.toThrow('no')
    await insert('committed', false)
    const rows = await database()
      .db.selectFrom('call_limit')
      .select('key')
      .where('key', 'like', '%ed%')
      .execute()
    expect(rows).toEqual([{ key: 'committed' }])
  })

  test('on SQLite, nothing of it waits for the disk, and everything else does', async () => {
    if (kind === 'postgres') return
    const syncs = await spyOnSyncs()
    await write(3)
    await write(4)
    expect(syncs).toHaveBeenCalledTimes(0)
    const { db } = database()
    await db.insertInto('call_limit').values({ key: 'synced', count: 1, endsAt: 0 }).execute()
    expect(syncs).toHaveBeenCalledTimes(1)
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('call_limit').set({ count: 2 }).where('key', '=', 'synced').execute()
      await trx.deleteFrom('call_limit').where('key', '=', 'synced').execute()
    })
    expect(syncs).toHaveBeenCalledTimes(2)
    await db.selectFrom('call_limit').selectAll().execute()
    await expect(db.transaction().execute(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(syncs).toHaveBeenCalledTimes(2)
  })
})
