import { patience } from '@portico/kit/testing/patience.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { spyOnSyncs } from '../testing/spy-on-syncs.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { Database } from './database.ts'

let place: TestDatabase
let database: Database
beforeEach(async () => {
  place = await createTestDatabase()
  database = await openTestDatabase(place)
})
afterEach(async () => {
  await database.close()
  await place.remove()
})

const insert = (key: string) =>
  database.db.insertInto('call_limit').values({ key, count: 1, endsAt: 0 }).execute()

test('a write waits until it is on the disk, and the event loop doesn’t', async () => {
  const syncs = await spyOnSyncs()
  const disk = Promise.withResolvers<void>()
  syncs.mockReturnValueOnce(disk.promise)
  const written = vi.fn()
  const writing = insert('slow').then(written)
  await vi.waitFor(() => expect(syncs).toHaveBeenCalled(), patience)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(written).not.toHaveBeenCalled()
  disk.resolve()
  await writing
})

test('a write that does not reach the disk fails, and is reported until one does', async () => {
  const syncs = await spyOnSyncs()
  syncs.mockRejectedValueOnce(Object.assign(new Error('input/output error'), { code: 'EIO' }))
  await expect(insert('lost')).rejects.toThrow('could not be written to the disk')
  expect(database.getWriteFailure()).toBe('read-only')
  syncs.mockRejectedValueOnce(Object.assign(new Error('no space'), { code: 'ENOSPC' }))
  const failing = database.db
    .transaction()
    .execute((trx) =>
      trx.insertInto('call_limit').values({ key: 'lost, too', count: 1, endsAt: 0 }).execute(),
    )
  await expect(failing).rejects.toThrow('could not be written to the disk')
  expect(database.getWriteFailure()).toBe('full')
  await insert('stored')
  expect(database.getWriteFailure()).toBeNull()
})
