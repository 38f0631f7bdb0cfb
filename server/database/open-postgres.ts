import { Kysely } from 'kysely'
import { DatabaseAway, isAway } from './database-away.ts'
import { migrate } from './migrate.ts'
import type { Database, OpenOptions } from './open-database.ts'
import { passingDialect } from './passing-dialect.ts'
import { postgresDialect } from './postgres-dialect.ts'
import type { Tables } from './tables.ts'

const againMs = 2_000

/**
 * Opens and migrates PostgreSQL. With `mayBeAway` one that cannot be reached is opened as well: until it is there and
 * migrated, everything asked of it fails with DatabaseAway at once.
 */
export async function openPostgres(
  url: string,
  { onError = () => {}, onReturn = () => {}, mayBeAway = false }: OpenOptions,
): Promise<Database> {
  let isMigrated = false
  let isGone = false
  let isTrying = false
  const tell = (cause: unknown) => {
    if (!isGone) onError(new DatabaseAway(cause))
    isGone = true
  }
  const db = new Kysely<Tables>({
    dialect: passingDialect(postgresDialect(url, onError), async (acquire) => {
      // Of one that is away one call asks at a time: where nothing answers, the others would only wait as long.
      if (!isMigrated || (isGone && isTrying)) throw new DatabaseAway()
      isTrying = true
      try {
        const connection = await acquire()
        if (isGone) onReturn()
        isGone = false
        return connection
      } catch (cause) {
        if (!isAway(cause)) throw cause
        tell(cause)
        throw new DatabaseAway(cause)
      } finally {
        isTrying = false
      }
    }),
  })
  const waiting: (() => Promise<void>)[] = []
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const prepare = async () => {
    if (!isMigrated) await migrateAlone(url, onError)
    isMigrated = true
    for (let task = waiting[0]; task !== undefined; task = waiting[0]) {
      await task().catch((error: unknown) => {
        if (isAway(error)) throw error
        onError(error) // such as a build that cannot be published: another try would not help
      })
      waiting.shift()
    }
  }
  const tryAgain = async () => {
    await prepare().catch((error: unknown) => {
      if (!isAway(error)) onError(error)
      if (!isClosed) timer = setTimeout(tryAgain, againMs)
    })
  }
  try {
    await prepare()
  } catch (cause) {
    if (!mayBeAway || !isAway(cause)) {
      await db.destroy()
      throw cause
    }
    tell(cause)
    timer = setTimeout(tryAgain, againMs)
  }
  return {
    db,
    kind: 'postgres',
    isAway: () => isGone,
    async whenThere(task) {
      if (isMigrated && waiting.length === 0) await task()
      else waiting.push(task)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await db.destroy()
    },
  }
}

// On connections of their own: the others stay closed until every table has the shape that they expect.
async function migrateAlone(url: string, onError: (error: Error) => void): Promise<void> {
  const db = new Kysely<Tables>({ dialect: postgresDialect(url, onError) })
  await migrate(db).finally(() => db.destroy())
}
