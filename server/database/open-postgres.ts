import { Kysely } from 'kysely'
import { makeReach } from './connection-state.ts'
import { isAway } from './database-unavailable.ts'
import { passingDialect } from './guarded-dialect.ts'
import { migrate } from './migrate.ts'
import type { Database, OpenOptions } from './open-database.ts'
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
  const reach = makeReach({ onError, onReturn })
  const db = new Kysely<Tables>({ dialect: passingDialect(postgresDialect(url, onError), reach.pass) })
  const preparing = startPreparing(async () => {
    await migrateAlone(url, onError)
    reach.open()
  }, onError)
  try {
    await preparing.attempt()
  } catch (cause) {
    if (!mayBeAway || !isAway(cause)) {
      await db.destroy()
      throw cause
    }
    reach.lose(cause)
    preparing.repeat()
  }
  return {
    db,
    kind: 'postgres',
    isAway: reach.isAway,
    whenThere: preparing.after,
    async close() {
      preparing.stop()
      await db.destroy()
    },
  }
}

// On connections of their own: the others stay closed until every table has the shape that they expect.
async function migrateAlone(url: string, onError: (error: unknown) => void): Promise<void> {
  const db = new Kysely<Tables>({ dialect: postgresDialect(url, onError) })
  await migrate(db).finally(() => db.destroy())
}

/** Does `prepare`, and then what waits for it, as often as the database goes away meanwhile. */
function startPreparing(prepare: () => Promise<void>, onError: (error: unknown) => void) {
  const waiting: (() => Promise<void>)[] = []
  let isPrepared = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  async function attempt(): Promise<void> {
    if (!isPrepared) await prepare()
    isPrepared = true
    for (let task = waiting[0]; task !== undefined; task = waiting[0]) {
      await task().catch((error: unknown) => {
        if (isAway(error)) throw error
        onError(error) // such as a build that cannot be published: another try would not help
      })
      waiting.shift()
    }
  }

  function repeat(): void {
    timer = setTimeout(() => {
      attempt().catch((error: unknown) => {
        if (!isAway(error)) onError(error)
        if (!isStopped) repeat()
      })
    }, againMs)
  }

  return {
    attempt,
    repeat,
    /** Now, or after the attempt that succeeds. */
    async after(task: () => Promise<void>): Promise<void> {
      if (isPrepared && waiting.length === 0) await task()
      else waiting.push(task)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
