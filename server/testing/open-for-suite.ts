import { afterAll, beforeAll } from 'vitest'
import type { Database } from '../database/database.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

/** Opens a database without a server for the tests of a suite, and removes it afterwards. Call the result inside tests. */
export function openForSuite(create: () => Promise<TestDatabase>): () => Database {
  let place: TestDatabase
  let database: Database
  beforeAll(async () => {
    place = await create()
    database = await openTestDatabase(place)
  })
  afterAll(async () => {
    await database.close()
    await place.remove()
  })
  return () => database
}
