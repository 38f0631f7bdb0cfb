import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreatedTokenSchema } from '@portico/protocol/tokens/token-api.ts'
import pino from 'pino'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { migrations } from '../../migrations.ts'
import { createApiClient, readAdminToken } from '../../testing/api-client.ts'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { makeChange } from '../changes/make-change.ts'
import { ensureAdminToken, warnAboutAdminToken } from './admin-token.ts'

describeOnDatabases('tokens', (server) => {
  const admin = () => createApiClient(server(), readAdminToken(server()))

  async function create(body: object) {
    return v.parse(CreatedTokenSchema, (await admin().post('/-/tokens', body)).json())
  }

  test('the first token is in the data folder, readable only by its owner', () => {
    const file = join(server().configuration.dataDir, 'admin-token')
    expect(readFileSync(file, 'utf8')).toMatch(/^portico_[0-9a-f]{12}_[A-Za-z0-9_-]{43}\n$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('a new secret is shown once and stored as a hash', async () => {
    const created = await create({ name: 'catalogue ci', scopes: ['publish:catalogue'] })
    const listed = (await admin().get('/-/tokens')).json()
    const row = await server()
      .db.selectFrom('token')
      .selectAll()
      .where('id', '=', created.id)
      .executeTakeFirstOrThrow()
    expect(listed.tokens).toContainEqual({
      id: created.id,
      name: 'catalogue ci',
      scopes: ['publish:catalogue'],
      createdAt: created.createdAt,
      expiresAt: created.createdAt + 90 * 24 * 3_600_000,
      lastUsedAt: null,
    })
    expect(JSON.stringify([listed, row])).not.toContain(created.secret)
    expect(JSON.stringify(server().logged)).not.toContain(created.secret)
  })

  test('each token can read itself', async () => {
    const { secret, ...own } = await create({ name: 'weather ci', scopes: ['publish:weather'] })
    const response = await createApiClient(server(), secret).get('/-/tokens/current')
    expect(response.json()).toEqual(own)
    expect((await createApiClient(server(), undefined).get('/-/tokens/current')).json().code).toBe(
      'token-missing',
    )
  })

  test('missing, invalid and insufficient tokens get different errors', async () => {
    const { secret } = await create({ name: 'reader', scopes: ['read'] })
    const wrong = `${secret.slice(0, -4)}AAAA`
    const responses = await Promise.all(
      [undefined, 'something', wrong, secret].map((token) =>
        createApiClient(server(), token).get('/-/tokens'),
      ),
    )
    expect(responses.map((response) => [response.statusCode, response.json().code])).toEqual([
      [401, 'token-missing'],
      [401, 'token-invalid'],
      [401, 'token-invalid'],
      [403, 'insufficient-scope'],
    ])
    expect(responses[3]?.json()).toMatchObject({
      detail: 'Expected a token with admin; "reader" has read.',
      hint: expect.stringContaining("Ask the site's operator"),
    })
    expect(responses.map(({ body }) => body).join()).not.toContain(secret)
  })

  test('the last use of a token is recorded', async () => {
    const { id, secret } = await create({ name: 'used', scopes: ['read'] })
    await createApiClient(server(), secret).get('/-/events')
    const { tokens } = (await admin().get('/-/tokens')).json()
    expect(tokens.find((token: { id: string }) => token.id === id).lastUsedAt).toBeGreaterThan(0)
  })

  test('revoked and expired tokens are rejected and not listed', async () => {
    const revoked = await create({ name: 'withdrawn', scopes: ['admin'] })
    const expired = await create({ name: 'expired', scopes: ['admin'], days: 1 })
    expect((await admin().delete(`/-/tokens/${revoked.id}`)).statusCode).toBe(204)
    expect((await admin().delete(`/-/tokens/${revoked.id}`)).json().code).toBe('token-unknown')
    await server()
      .db.updateTable('token')
      .set({ expires_at: Date.now() - 1 })
      .where('id', '=', expired.id)
      .execute()
    for (const { secret } of [revoked, expired])
      expect((await createApiClient(server(), secret).get('/-/tokens')).json().code).toBe('token-invalid')
    const { tokens } = (await admin().get('/-/tokens')).json()
    const names = tokens.map((token: { name: string }) => token.name)
    expect(names).not.toEqual(expect.arrayContaining(['withdrawn']))
    expect(names).not.toEqual(expect.arrayContaining(['expired']))
  })

  test('whoever holds a revoked token changes nothing more, even if the request had been accepted', async () => {
    const { id, name } = await create({ name: 'accepted', scopes: ['rollout:*'] })
    const change = () => makeChange(server(), { id, name }, async ({ audit }) => audit({ what: name }))
    await change()
    await admin().delete(`/-/tokens/${id}`)
    await expect(change()).rejects.toMatchObject({ code: 'token-invalid' })
    const { events } = (await admin().get('/-/events')).json()
    expect(events.filter(({ what }: { what: string }) => what === name)).toMatchObject([{ by: name }])
  })

  test.each([
    { scopes: ['publish'] },
    { scopes: ['publish:'] },
    { scopes: ['publish:Catalogue'] },
    { scopes: ['destroy:catalogue'] },
    { scopes: ['publish:a:b'] },
    { scopes: [] },
    { scopes: ['read'], days: 0 },
    { scopes: ['read'], days: 367 },
    { scopes: ['read'], days: 0.5 },
    { scopes: ['read'], name: '<b>' },
    ...['site', 'start', 'startup', 'Admin', 'S.I.T.E'].map((name) => ({ scopes: ['read'], name })),
  ])('a token with %o is rejected, and what was expected is said', async (body) => {
    const response = await admin().post('/-/tokens', { name: 'wrong', ...body })
    const { code, fields } = response.json()
    expect([response.statusCode, code]).toEqual([400, 'invalid-request'])
    expect(String(Object.values(fields))).toMatch(/^expected /)
  })

  test('an active token’s name can’t be given to another one, in upper or lower case', async () => {
    const bodies = ['renewed', 'Renewed', 'RENEWED'].map((name) => ({ name, scopes: ['read'] }))
    const responses = await Promise.all(bodies.map((body) => admin().post('/-/tokens', body)))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
    const created = responses.find(({ statusCode }) => statusCode === 201)?.json()
    expect((await admin().post('/-/tokens', { name: 'renewed', scopes: ['read'] })).json()).toMatchObject({
      code: 'token-name-taken',
      detail: `Expected a name that no active token has; the token ${created.id} is named "${created.name}".`,
      hint: expect.stringContaining(`token revoke ${created.id}`),
    })
    const { tokens } = (await admin().get('/-/tokens')).json()
    expect(tokens.filter(({ name }: { name: string }) => name.toLowerCase() === 'renewed')).toHaveLength(1)
  })

  test('the name of a revoked or expired token is free', async () => {
    const revoked = await create({ name: 'next', scopes: ['read'] })
    await admin().delete(`/-/tokens/${revoked.id}`)
    const { id: expired } = await create({ name: 'next', scopes: ['read'] })
    await server().db.updateTable('token').set({ expires_at: Date.now() }).where('id', '=', expired).execute()
    expect((await create({ name: 'next', scopes: ['read'] })).name).toBe('next')
  })

  test('each machine of a site has its own first token', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portico-machine-'))
    await ensureAdminToken({ ...server(), configuration: { ...server().configuration, dataDir } })
    const { tokens } = (await admin().get('/-/tokens')).json()
    const names = tokens.map((token: { name: string }) => token.name)
    expect(names.filter((name: string) => name === 'admin')).toHaveLength(2)
    await rm(dataDir, { recursive: true })
  })

  test('an admin token that expires within a month, or has expired, is logged', async () => {
    const id = readAdminToken(server()).split('_')[1] ?? ''
    const { expires_at } = await server()
      .db.selectFrom('token')
      .select('expires_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const warnAt = async (days: number) => {
      const warnings: string[] = []
      const log = pino({}, { write: (line: string) => warnings.push(line) })
      vi.useFakeTimers({ toFake: ['Date'], now: expires_at + days * 24 * 3_600_000 })
      await warnAboutAdminToken(server(), log).finally(() => vi.useRealTimers())
      return warnings.join()
    }
    expect(await warnAt(-31)).toBe('')
    expect(await warnAt(-29)).toContain('admin-token expires on ')
    expect(await warnAt(1)).toContain('admin-token expired or was revoked on ')
    expect(await warnAt(1)).not.toContain(readAdminToken(server()))
  })

  test('tokens that were named like the site itself are renamed', async () => {
    const { id } = await create({ name: 'old', scopes: ['read'] })
    await server().db.updateTable('token').set({ name: 'site' }).where('id', '=', id).execute()
    await migrations['tokens/0002-reserved-names']?.(server().db)
    const { tokens } = (await admin().get('/-/tokens')).json()
    const names = tokens.map((token: { name: string }) => token.name)
    expect(names).toEqual(expect.arrayContaining(['token site', 'admin']))
  })

  test('creating and revoking tokens is audited without the secret', async () => {
    const { id, secret } = await create({ name: 'audited', scopes: ['rollback:*'] })
    await admin().delete(`/-/tokens/${id}`)
    const { events } = (await admin().get('/-/events')).json()
    const lastEvents = events.slice(-2)
    expect(lastEvents).toMatchObject([
      { by: 'admin', what: 'token.create', after: { name: 'audited', scopes: ['rollback:*'] } },
      { by: 'admin', what: 'token.revoke', before: { id } },
    ])
    expect(JSON.stringify(events)).not.toContain(secret)
  })
})
