import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { patience } from '@portico/kit/testing/patience.ts'
import { exitCodes } from '@portico/protocol/command-line/command.ts'
import type { CommandContext } from '@portico/tools/release-cli/command.ts'
import { promote } from '@portico/tools/release-cli/promote-command.ts'
import { createSiteClient } from '@portico/tools/release-cli/site-client.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readAdminToken } from '../../testing/api-client.ts'
import { packRemote } from '../../testing/archives.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { deriveAuditKey } from '../changes/audit-key.ts'
import { getReleasePath } from '../storage/folder-store.ts'
import { createToken } from '../tokens/token-repository.ts'

describe('promoting a release from one site to another', () => {
  const databases: TestDatabase[] = []
  const servers: TestServer[] = []
  let from = ''
  let to = ''
  beforeAll(async () => {
    let trusted: Record<string, string> = {}
    for (const remotes of [['one'], ['one', 'two']]) {
      const database = await createTestDatabase()
      const server = await startTestServer(database, trusted)
      databases.push(database)
      servers.push(server)
      await publishSite(server, ...remotes)
      const { publicUrl, secret } = server.configuration
      trusted = { TRUSTED_SITES: `${publicUrl}=${deriveAuditKey(secret).publicKey}` }
    }
    const [staging, production] = getServers()
    from = await staging.app.listen({ port: 0, host: '127.0.0.1' })
    to = await production.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
    for (const database of databases) await database.remove()
  })

  function getServers(): readonly [TestServer, TestServer] {
    const [staging, production] = servers
    if (staging === undefined || production === undefined) throw new Error('Expected two servers.')
    return [staging, production]
  }

  /** Runs the command with a token for each site. */
  function run(...args: readonly string[]) {
    return runWith({}, ...args)
  }

  function runWith(
    {
      token = readAdminToken(getServers()[1]),
      reason = 'a test',
    }: { token?: string; reason?: string | null },
    ...args: readonly string[]
  ) {
    const [staging] = getServers()
    const context: CommandContext = {
      args: ['one', ...args],
      flags: { from, to, 'no-browser': true, ...(reason !== null && { reason }) },
      environment: {},
      site: (other) =>
        createSiteClient(
          other?.address ?? '',
          other?.token === 'RELEASE_FROM_TOKEN' ? readAdminToken(staging) : token,
        ),
      address: () => to,
      progress: () => {},
      program: 'npm run release --',
      project: {
        listRemotes: () => [],
        build: async () => '',
        checkSources: async () => [],
        readPageScripts: () => ({ axe: '', detector: '' }),
      },
    }
    return promote.run(context)
  }

  const readFile = (server: TestServer, id: string, file: string) =>
    readFileSync(join(getReleasePath(server.configuration.dataDir, { app: 'one', id }), file), 'utf8')
  async function readLastEvent(server: TestServer) {
    const { events } = (await createRolloutClient(server).get('/-/events')).json()
    return events.at(-1)
  }

  test('the same bytes are published, and the audit log has the evidence of the first site', async () => {
    const [staging, production] = getServers()
    const client = createRolloutClient(staging)
    const id = await client.publish('one', '1.1.0')
    const { id: rollout } = await client.start('one', id, 'now')
    const { json, exitCode = exitCodes.ok } = await run()
    const published = { outcome: 'published', id: `one@${id}`, promotion: { isVerified: true } }
    expect([exitCode, json]).toMatchObject([0, published])
    for (const file of ['remote.js', 'exposed.js'])
      expect(readFile(production, id, file)).toBe(readFile(staging, id, file))
    const records = await Promise.all(
      [staging, production].map(({ db }) =>
        db.selectFrom('release').select('record').where('id', '=', id).executeTakeFirst(),
      ),
    )
    expect(records[1]).toEqual(records[0])
    expect(await readLastEvent(production)).toMatchObject({
      what: 'release.publish',
      after: {
        claims: { browser: 'skipped' },
        verified: {
          promoted: {
            from,
            publishedBy: 'admin',
            browser: 'untold',
            stableAt: expect.any(Number),
            rollout: { id: rollout, plan: 'now', canary: { loads: 0, failures: 0 } },
            statement: { site: staging.configuration.publicUrl },
          },
        },
      },
    })
    expect((await run('1.1.0')).json).toMatchObject({ outcome: 'unchanged' })
    await vi.waitFor(async () => {
      const { remotes } = await createRolloutClient(production).document()
      expect(remotes.one?.stable.version).toBe('1.0.0')
    }, patience)
  })

  test('evidence that no trusted site has signed, for these files and just now, stays a claim', async () => {
    const [staging, production] = getServers()
    const client = createRolloutClient(staging)
    const archive = await packRemote('one', { version: '1.6.0', hash: '88888888' })
    await client.archive('PUT', '/-/releases/one/1.6.0', archive)
    const { evidence, statement } = (await client.get('/-/releases/one/1.6.0')).json()
    const promoted = { from, ...evidence, statement }
    const { statement: _signature, ...unsigned } = promoted
    const claims = [
      [unsigned, 'hasn’t signed it'],
      [{ ...promoted, publishedBy: 'somebody else' }, 'isn’t what'],
      [{ ...promoted, statement: { ...statement, at: statement.at + 1 } }, 'isn’t what'],
      [{ ...promoted, statement: { ...statement, at: statement.at - 3_700_000 } }, 'an hour ago'],
      [
        { ...promoted, statement: { ...statement, site: 'https://evil.example' } },
        'has no key of https://evil.example',
      ],
    ] as const
    for (const [at, [claimed, why]] of claims.entries()) {
      const version = `1.6.${at + 1}`
      const other = await packRemote('one', { version, hash: `8888888${at}` })
      const query = new URLSearchParams({ promoted: JSON.stringify(claimed) })
      const result = await createRolloutClient(production).archive(
        'PUT',
        `/-/releases/one/${version}?${query}`,
        other,
      )
      expect(result.json().promotion).toEqual({ isVerified: false, message: expect.stringContaining(why) })
      expect((await readLastEvent(production)).after).toMatchObject({ claims: { promoted: claimed } })
    }
    // The same evidence for other files, of the same name.
    const files = { 'other.txt': 'other' }
    const forged = await packRemote('one', { version: '1.6.0', hash: '88888888', files })
    const query = new URLSearchParams({ promoted: JSON.stringify(promoted) })
    const result = await createRolloutClient(production).archive(
      'PUT',
      `/-/releases/one/1.6.0?${query}`,
      forged,
    )
    expect(result.json().promotion).toMatchObject({ isVerified: false })
  })

  test('a release that does not fit the other site is refused by it', async () => {
    const [staging, production] = getServers()
    const client = createRolloutClient(staging)
    const pages = [{ path: '/two/more' }] // a path of another remote there
    const archive = await packRemote('one', { version: '1.2.0', hash: '22222222', pages })
    expect((await client.archive('PUT', '/-/releases/one/1.2.0', archive)).statusCode).toBe(201)
    const { exitCode, text } = await run('1.2.0')
    expect([exitCode, text]).toEqual([exitCodes.invalidRelease, expect.stringContaining('FAIL  pages: ')])
    const other = await createRolloutClient(production).publish('one', '1.4.0', '44444444')
    await client.publish('one', '1.4.0', '55555555')
    await expect(run('1.4.0')).rejects.toThrow(`is published as ${other}`)
  })

  test('a release that was rolled back is not promoted', async () => {
    const client = createRolloutClient(getServers()[0])
    const id = await client.publish('one', '1.5.0', '66666666')
    const { id: rollout } = await client.start('one', id)
    await client.step(rollout, 'rollback', { reason: 'a blank page' })
    const { text, exitCode } = await run('1.5.0')
    expect([exitCode, text]).toEqual([
      exitCodes.invalidRelease,
      `one@${id} can't be promoted: it was rolled back on ${from}: a blank page. Publish a new version.`,
    ])
  })

  test('what the upload would refuse is refused before the release is looked up', async () => {
    const [, { db }] = getServers()
    const { secret: token } = await createToken(db, { name: 'team two', scopes: ['publish:two'], days: 1 })
    await expect(runWith({ token }, '9.9.9')).rejects.toThrow('publish:one')
    await expect(runWith({ reason: null }, '9.9.9')).rejects.toThrow('--reason')
  })

  test('nobody reads a release without a token', async () => {
    const { app } = getServers()[0]
    for (const path of ['/-/releases/one/1.1.0', '/-/releases/one/1.1.0/archive'])
      expect((await app.inject(path)).statusCode).toBe(401)
    const team = await createRolloutClient(getServers()[0]).with('read')
    expect((await team.get('/-/releases/one/9.9.9/archive')).json().code).toBe('release-unknown')
  })
})
