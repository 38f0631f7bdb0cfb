import { join } from 'node:path'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { paths } from '@portico/kit/paths.ts'
import { patience } from '@portico/kit/testing/patience.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { publishAtStartup } from '../rollouts/startup/publish-at-startup.ts'
import { writeShell } from '../testing/builds.ts'
import { describeOnDatabases, describeWithServer } from '../testing/describe-databases.ts'
import type { TestServer } from '../testing/test-server.ts'

const tables = ['call_limit', 'lease', 'user']

/** As a disk that has become read-only does, or a standby. */
async function makeReadOnly({ db, kind }: TestServer): Promise<void> {
  if (kind === 'sqlite') return void (await sql`pragma query_only = on`.execute(db))
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    raise exception 'cannot execute INSERT in a read-only transaction' using errcode = '25006'; end $$`.execute(
    db,
  )
  for (const table of tables)
    await sql`create trigger refuse before insert on ${sql.table(table)} execute function refuse()`.execute(
      db,
    )
}

async function makeWritable({ db, kind }: TestServer): Promise<void> {
  if (kind === 'sqlite') return void (await sql`pragma query_only = off`.execute(db))
  for (const table of tables) await sql`drop trigger refuse on ${sql.table(table)}`.execute(db)
}

describeWithServer('health', (server) => {
  const get = async (url: string) => {
    const response = await server().app.inject({ url })
    expect(response.headers['cache-control']).toBe('no-store')
    return response
  }

  test('a server without a shell lives, but reports why it can’t serve', async () => {
    for (const url of ['/-/health', '/-/health/ready']) {
      const response = await get(url)
      expect(response.statusCode).toBe(503)
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
      expect(response.json()).toMatchObject({ code: 'not-ready', detail: 'No shell has been published yet.' })
    }
    expect((await get('/-/health/live')).json()).toEqual({ status: 'ok' })
  })

  test('a server that serves pages is ready', async () => {
    const dist = join(server().configuration.dataDir, 'dist')
    writeShell(dist)
    await publishAtStartup(dist, server())
    const getStatus = async () => (await get('/-/health/ready')).statusCode
    await expect.poll(getStatus, patience).toBe(200) // the machine may be busy
    expect((await get('/-/health')).json()).toEqual({ status: 'ok' })
  })

  test('a server without its database reports it, but stays in the load balancer', async () => {
    await server().db.destroy()
    const reason = 'The database does not respond.'
    expect((await get('/-/health')).json()).toMatchObject({ status: 503, detail: reason })
    const ready = await get('/-/health/ready')
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'degraded', reason }])
    expect((await get('/-/health/live')).statusCode).toBe(200)
  })
})

describeOnDatabases('health while nothing can be stored', (server) => {
  test('a database that can only be read is reported, and what needs more gets 503', async () => {
    const account = { username: 'ada', email: 'ada@example.com', password: 'correct horse battery' }
    const signUp = () => server().browser().post(accountPaths.signUp, account)
    const dist = join(server().configuration.dataDir, 'dist')
    writeShell(dist)
    await publishAtStartup(dist, server())
    const getHealth = async () => (await server().app.inject('/-/health')).json()
    await expect.poll(getHealth, patience).toEqual({ status: 'ok' })
    await makeReadOnly(server())
    const refused = await signUp()
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'database-unavailable'])
    const reason = 'The database can be read, but not written to.'
    expect(await getHealth()).toMatchObject({ status: 503, detail: reason })
    const ready = await server().app.inject('/-/health/ready')
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'degraded', reason }])
    expect((await server().app.inject(paths.discovery)).statusCode).toBe(200)
    await makeWritable(server())
    expect((await signUp()).statusCode).toBe(201)
    expect(await getHealth()).toEqual({ status: 'ok' })
  })
})
