import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Site } from './start-site.ts'

interface AddedRemotes {
  readonly count: number
  /** Those whose rollout is paused; the others have none. */
  readonly paused: readonly string[]
}

/** Adds remotes `team-<n>` to the database of a running site, with rollouts like the weather's: publishing hundreds takes minutes. */
export function addRemotes({ dataDir }: Pick<Site, 'dataDir'>, { count, paused }: AddedRemotes): void {
  const db = new DatabaseSync(join(dataDir, 'portico.sqlite'))
  db.exec('pragma busy_timeout = 10000; begin immediate')
  const addRemote = db.prepare(
    `insert into remote (name, team, stable, fallback, "off", frozen, rollout)
     select ?, 'Team', stable, fallback, null, null, ? from remote where name = 'weather'`,
  )
  const addRollout = db.prepare(
    `insert into rollout (id, remote, status, state, started_at, changed_at, started_by)
     select ?1, ?2, 'paused', json_set(state, '$.id', ?1, '$.remote', ?2, '$.status', 'paused', '$.share', 500),
       started_at, changed_at, started_by
     from rollout where id = (select rollout from remote where name = 'weather')`,
  )
  for (let at = 0; at < count; at += 1) {
    const name = `team-${at}`
    const isPaused = paused.includes(name)
    addRemote.run(name, isPaused ? `r-${name}` : null)
    if (isPaused) addRollout.run(`r-${name}`, name)
  }
  db.exec('commit')
  db.close()
}
