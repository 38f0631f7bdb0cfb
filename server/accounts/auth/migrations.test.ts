import { getMigrations } from 'better-auth/db/migration'
import pino from 'pino'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/describe-databases.ts'
import { createAuth } from './auth.ts'
import { makePasswords } from './passwords.ts'

onEachDatabase('tables of the accounts', (server) => {
  test('better-auth misses no table, column or index', async () => {
    const { db, kind, configuration } = server()
    const log = pino({ level: 'silent' })
    const { options } = createAuth({ configuration, db, kind, passwords: makePasswords(), log })
    const { toBeCreated, toBeAdded } = await getMigrations(options)
    expect([toBeCreated, toBeAdded]).toEqual([[], []])
  })
})
