import { expect, test } from 'vitest'
import { describeOnDatabases } from '../testing/describe-databases.ts'
import { spyOnSyncs } from '../testing/spy-on-syncs.ts'
import { writeUnsynced } from './write-unsynced.ts'

const endsAt = Date.now() + 3_600_000 // The server deletes what has ended when it starts.

describeOnDatabases('writing what a power failure may undo', (server) => {
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

  test('on SQLite, nothing of it waits for the disk, and everything else does', async () => {
    if (server().kind === 'postgres') return
    const syncs = await spyOnSyncs()
    await write(3)
    await write(4)
    expect(syncs).toHaveBeenCalledTimes(0)
    const { db } = server()
    await db.insertInto('call_limit').values({ key: 'synced', count: 1, endsAt }).execute()
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
