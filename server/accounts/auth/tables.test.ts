import { getMigrations } from 'better-auth/db/migration'
import pino from 'pino'
import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { fastPasswords } from '../../testing/fast-passwords.ts'
import { createAuth } from './auth.ts'
import { createSessionCache } from './session-cache.ts'

describeOnDatabases('account tables', (server) => {
  test('the migrations create every table, column and index that better-auth needs', async () => {
    const { db, kind, configuration } = server()
    const log = pino({ level: 'silent' })
    const { options } = createAuth({
      configuration,
      db,
      kind,
      log,
      passwords: fastPasswords,
      sessions: createSessionCache(),
    })
    const { toBeCreated, toBeAdded } = await getMigrations(options)
    expect([toBeCreated, toBeAdded]).toEqual([[], []])
  })
})
