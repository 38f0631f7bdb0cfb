import { join } from 'node:path'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { patience } from '@portico/kit/testing/patience.ts'
import { readAdminToken } from '@portico/tools/testing/read-admin-token.ts'
import { startWebhookReceiver, webhookSecret } from '@portico/tools/testing/webhook-receiver.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createApiClient } from '../testing/api-client.ts'
import { packRemote } from '../testing/archives.ts'
import { readAuditLog } from '../testing/audit-log.ts'
import { writeRemote, writeShell } from '../testing/builds.ts'
import { expectConsistent } from '../testing/describe-crash-recovery.ts'
import { startProcess } from '../testing/server-process.ts'
import { openTestDatabase, testDatabases } from '../testing/test-database.ts'
import { startTestServer } from '../testing/test-server.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

// Once, where most can go wrong. The soak lane crashes servers on every database and store, again and again.
test.each(testDatabases.slice(-1))(
  'acknowledged changes and a notification survive a crash of the server, on $kind',
  async ({ create }) => {
    const receiver = await startWebhookReceiver(['hang', 'hang'])
    cleanups.push(receiver.stop)
    const database = await create()
    cleanups.push(database.remove)
    const environment = { NOTIFY_WEBHOOK_URL: receiver.url, NOTIFY_WEBHOOK_SECRET: webhookSecret }
    const dist = join(database.dataDir, 'dist')
    writeShell(dist)
    writeRemote(dist, 'one')
    const crashing = await startProcess(database, dist, environment)
    cleanups.push(crashing.kill)
    const authorization = `Bearer ${readAdminToken(database)}`
    const publish = async (version: string) => {
      const archive = await packRemote('one', { version, hash: '11111111' })
      const headers = { authorization, 'content-type': 'application/gzip' }
      const body = new Uint8Array(archive)
      return fetch(`${crashing.address}/-/releases/one/${version}`, { method: 'PUT', headers, body })
    }
    expect((await publish('1.1.0')).status).toBe(201)
    const signedUp = await fetch(crashing.address + accountPaths.signUp, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ada', email: 'ada@example.com', password: 'correct horse battery' }),
    })
    expect(signedUp.status).toBe(201)
    await vi.waitFor(() => expect(receiver.attempts).toHaveLength(2), patience)
    const attemptedAt = Date.now()
    const interrupted = publish('1.2.0').catch(() => null)
    await crashing.kill() // while the attempts for the shell and the remote hang
    await interrupted

    const { db, close } = await openTestDatabase(database)
    cleanups.push(close)
    // As if the time had passed in which nobody else may try.
    const { numUpdatedRows } = await db
      .updateTable('notification')
      .set({ next_attempt_at: Date.now() })
      .where('next_attempt_at', '>', attemptedAt)
      .executeTakeFirstOrThrow()
    expect(numUpdatedRows).toBe(2n)
    const server = await startTestServer(database, environment)
    cleanups.push(server.stop)
    await vi.waitFor(() => expect(receiver.attempts).toHaveLength(4), patience)
    expect(receiver.payloads()).toEqual(
      Array.from({ length: 4 }, () => expect.objectContaining({ type: 'rollout.completed' })),
    )
    expect(new Set(receiver.attempts.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
    await vi.waitFor(
      async () => expect(await db.selectFrom('notification').select('id').execute()).toEqual([]),
      patience,
    )

    const client = createApiClient(server, readAdminToken(database))
    const { events, tampering } = await readAuditLog(async (path) => (await client.get(path)).json())
    expect(tampering).toBeNull()
    expect(events.map(({ what, after }) => [what, after])).toContainEqual([
      'release.publish',
      expect.objectContaining({ id: 'one@1.1.0-11111111' }),
    ])
    const cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const session = await server.app.inject({ url: accountPaths.session, headers: { cookie } })
    expect(session.json()).toMatchObject({ visitor: { username: 'ada' } })
    expect((await server.app.inject('/r/one/1.1.0-11111111/remote.js')).statusCode).toBe(200)
    await expectConsistent(database)
  },
)
