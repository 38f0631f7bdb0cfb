import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfiguration } from '../configuration/configuration.ts'
import { deriveAuditKey } from '../releases/changes/audit-key.ts'
import { openKitStore } from '../releases/kit/kit-store.ts'
import { openReleaseStore } from '../releases/storage/open-release-store.ts'
import { createRolloutClient, publishSite } from '../testing/rollout-site.ts'
import { createTestBucket, type TestBucket } from '../testing/s3-server.ts'
import { signUp } from '../testing/sign-up.ts'
import { createTestDatabase, type TestDatabase, testDatabases } from '../testing/test-database.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { readArchive } from './archive/read-archive.ts'
import { backUp } from './commands/backup.ts'
import { restoreSite } from './commands/restore.ts'
import { verifyArchive, verifySite } from './commands/verify.ts'
import { openSiteSnapshot } from './database/data-location.ts'
import { listBackupTables, summarizeTable, type TableSummary } from './database/snapshot.ts'
import { runDataCli } from './run-data-cli.ts'

const [sqlite] = testDatabases as readonly [(typeof testDatabases)[number]]
const kit = '1.0.0-0a1b2c3d'
const secret = 'the secret of the site that moves around'

type Environment = Record<string, string | undefined>

const toEnvironment = ({ dataDir, databaseUrl }: TestDatabase, store: Environment = {}): Environment => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl ?? undefined,
  SITE_SECRET: secret,
  ...store,
})

/** Runs the command line. */
async function run(environment: Environment, ...args: readonly string[]) {
  const lines: string[] = []
  const print = (text: string) => lines.push(text)
  const terminal = { program: 'data', environment, folder: '/', callerFolder: '/', print, printError: print }
  return { exitCode: await runDataCli(args, terminal), output: lines.join('\n') }
}

/** Runs it, and fails unless it succeeds. */
async function succeed(environment: Environment, ...args: readonly string[]): Promise<string> {
  const { exitCode, output } = await run(environment, ...args)
  if (exitCode !== 0) throw new Error(output)
  return output
}

/** Rows and hashes of every table that a backup has, and the hash of every file. */
async function summarize(environment: Environment) {
  const configuration = readConfiguration(environment, '/')
  const snapshot = await openSiteSnapshot(configuration)
  const tables: Record<string, TableSummary> = {}
  for (const table of listBackupTables(snapshot)) tables[table.name] = await summarizeTable(snapshot, table)
  await snapshot.close()
  const kits = openKitStore(configuration)
  const verified = await verifySite(configuration)
  return { tables, verified, kits: await kits.list(), kit: await kits.readCurrent() }
}

/** A site with releases, a rollout, a visitor, tokens, a kit and an audit log. */
async function fill(server: TestServer): Promise<void> {
  await publishSite(server, 'one', 'two')
  const client = createRolloutClient(server)
  await client.start('one', await client.publish('one', '1.1.0'))
  await signUp(server)
  const kits = openKitStore(server.configuration)
  await kits.add(kit, gzipSync('a package', { level: 0 }))
  await kits.makeCurrent(kit)
  // The server deletes those to channels that aren't configured at any time.
  await server.db.deleteFrom('notification').execute()
}

let bucket: TestBucket
beforeAll(async () => {
  bucket = await createTestBucket()
})
afterAll(() => bucket.remove())

const noFolders = [
  join(import.meta.filename, 'data'),
  ...(process.platform === 'linux' ? ['/proc', '/proc/a/b'] : []),
]
test.each(noFolders)('a restore into %s, which can’t be a data folder, says so', async (DATA_DIR) => {
  const { exitCode, output } = await run({ DATA_DIR, SITE_SECRET: secret }, 'restore', 'backup.tgz')
  expect(exitCode).toBe(1)
  expect(output).toContain(
    `DATA_DIR: expected a folder that can be created and written to, got "${DATA_DIR}"`,
  )
})

test('help lists the commands, and a wrong command line exits with 2', async () => {
  expect((await run({}, '--help')).output).toContain('backup')
  expect((await run({}, 'move', '--help')).output).toContain('--to-database')
  expect(await run({}, 'bakcup')).toEqual({
    exitCode: 2,
    output: 'Unknown command "bakcup". Did you mean "backup"? `data help` lists all commands.',
  })
  expect((await run({}, 'fly')).output).toBe('Unknown command "fly". `data help` lists all commands.')
  expect((await run({}, 'backup')).exitCode).toBe(2)
  expect((await run({ DATA_DIR: '/nowhere' }, 'verify')).output).toContain('no secret of a site')
  expect((await run({}, 'backup', '--help')).output).toContain('data backup <file>')
  expect(await run({}, 'backup', 'a.tar', '--frce')).toEqual({
    exitCode: 2,
    output:
      'Unknown option \'--frce\'. Did you mean "--force"?\nUsage: data backup <file> [--force] [--allow-damage]',
  })
  expect((await run({}, 'verify', '--key')).output).toContain('--key needs a value.')
  expect((await run({}, 'move', 'sqlite')).output).toContain('Did you mean --to-database sqlite?')
})

test('help is JSON with --json, and lists only the exit codes of these commands', async () => {
  const { exitCode, output } = await run({}, 'help', '--json')
  expect(exitCode).toBe(0)
  expect(JSON.parse(output)).toMatchObject({
    program: 'data',
    commands: ['backup', 'restore', 'verify', 'move'].map((command) => ({ command })),
    exitCodes: { ok: 0, failed: 1, usage: 2, damagedData: 3 },
  })
  expect((await run({}, 'help')).output).not.toContain('rolled back')
})

test('a file name can’t control the terminal', async () => {
  const { output } = await run({}, 'backup', 'a\u001b[2J.tar', '\u202eb')
  expect(output).toContain('Unexpected argument "\\u202eb".')
  expect((await run({}, 'verify', 'a\u001b[2J.tar')).output).not.toContain('\u001b')
})

describe.each(testDatabases)('a site on $kind', ({ kind, create, createEmpty }) => {
  let database: TestDatabase
  let server: TestServer
  let archive = ''
  let environment: Environment
  let isRunning = true
  beforeAll(async () => {
    database = await create()
    environment = toEnvironment(database)
    archive = join(database.dataDir, 'backup.tar')
    server = await startTestServer(database, { SITE_SECRET: secret })
    await fill(server)
  })
  afterAll(async () => {
    if (isRunning) await server.stop()
    await database.remove()
  })

  test('is backed up while it runs, and restored as it was, in the other kind of store', async () => {
    const before = await summarize(environment)
    expect(before.verified.problems).toEqual([])
    await succeed(environment, 'backup', archive)
    expect((await readdir(database.dataDir)).filter((name) => name.endsWith('.tmp'))).toEqual([])
    expect(await run(environment, 'backup', archive)).toMatchObject({ exitCode: 1 })
    expect(JSON.parse(await succeed(environment, 'verify', archive, '--json'))).toMatchObject({
      isSigned: true,
      problems: [],
      manifest: { tables: before.tables, kits: 1, releases: { count: 4 } },
    })
    const empty = await createEmpty()
    const target = toEnvironment(empty, bucket.environment)
    await succeed(target, 'restore', archive)
    const { tables, ...rest } = await summarize(target)
    const { event, ...others } = tables
    const { event: eventBefore, ...othersBefore } = before.tables
    expect(others).toEqual(othersBefore)
    expect(event?.rows).toBe(Number(eventBefore?.rows) + 1) // that it was restored
    expect(rest).toMatchObject({ kits: before.kits, kit: before.kit })
    expect(rest.verified).toMatchObject({ problems: [], releases: before.verified.releases })
    const again = await startTestServer(empty, { SITE_SECRET: secret, ...bucket.environment })
    expect((await again.app.inject('/r/one/1.1.0-11111111/remote.js')).statusCode).toBe(200)
    expect(await again.db.selectFrom('session').selectAll().execute()).toEqual([])
    await again.stop()
    await empty.remove()
  })

  test('is backed up completely while releases are published and collected', async () => {
    const client = createRolloutClient(server)
    const old = await client.publish('two', '1.1.0')
    const file = join(database.dataDir, 'meanwhile.tar')
    const published: string[] = []
    const store = openReleaseStore(server.configuration)
    const backup = await backUp(server.configuration, {
      file,
      async onProgress(line) {
        if (line.includes('database')) published.push(await client.publish('two', '1.3.0'))
        else {
          await server.db
            .updateTable('release')
            .set({ collected_at: 1 })
            .where('app', '=', 'two')
            .where('id', '=', old)
            .execute()
          await store.removeLocal({ app: 'two', id: old })
          published.push(await client.publish('two', '1.2.0'))
        }
      },
    })
    expect(backup.manifest).toMatchObject({ missing: [], releases: { count: 6 } })
    const { problems } = await verifyArchive(file, { secrets: server.configuration.secrets })
    expect(problems).toEqual([])
    const names: string[] = []
    for await (const { name } of readArchive(file)) names.push(name)
    for (const id of published) expect(names).toContain(`releases/two/${id}/files/remote.js`)
    expect(names).not.toContain(`releases/two/${old}/release.json`)
  })

  test('is neither restored nor moved while a server runs, nor replaced without being asked to', async () => {
    const refused = { exitCode: 1, output: expect.stringContaining('A server uses') }
    expect(await run(environment, 'restore', archive, '--replace')).toMatchObject(refused)
    const toBucket = { ...environment, ...bucket.environment, RELEASE_STORE: undefined }
    const store = String(bucket.environment.RELEASE_STORE)
    expect(await run(toBucket, 'move', '--to-store', store)).toMatchObject(refused)
    expect(await run(toBucket, 'move', '--to-store', store, '--prepare')).toMatchObject({ exitCode: 0 })
    isRunning = false
    await server.stop()
    expect(await run(environment, 'restore', archive)).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('--replace'),
    })
    const before = await summarize(environment)
    await succeed(environment, 'restore', archive, '--replace')
    expect((await summarize(environment)).tables.release?.rows).not.toBe(before.tables.release?.rows)
  })

  // There and back are both directions.
  if (kind === sqlite.kind) {
    test('moves to the other database and the other store, and back', async () => {
      const other = testDatabases.find((testDatabase) => testDatabase.kind !== kind)
      const target = other ? await other.createEmpty() : null
      const before = await summarize(environment)
      const store = String(bucket.environment.RELEASE_STORE).replace('ada', kind)
      const to = target?.databaseUrl ?? null
      const there = {
        ...environment,
        ...bucket.environment,
        RELEASE_STORE: store,
        DATABASE_URL: to ?? undefined,
      }
      const toFlags = (url: string | null) => (url === null ? [] : ['--to-database', url])
      const credentials = { ...environment, ...bucket.environment, RELEASE_STORE: undefined }
      await succeed(credentials, 'move', '--to-store', store, ...toFlags(to))
      await rm(join(database.dataDir, 'releases'), { recursive: true })
      await rm(join(database.dataDir, 'kits'), { recursive: true })
      expect(await summarize(there)).toEqual(before)
      const back = toFlags(to === null ? null : 'sqlite')
      expect((await run(there, 'move', '--to-store', 'folder', ...back)).exitCode).toBe(to === null ? 0 : 1)
      await succeed(there, 'move', '--to-store', 'folder', ...back, '--replace')
      expect(await summarize(environment)).toEqual(before)
      await target?.remove()
    })
  }
})

describe('a backup', () => {
  let database: TestDatabase
  let archive = ''
  let bytes = Buffer.alloc(0)
  beforeAll(async () => {
    database = await createTestDatabase()
    archive = join(database.dataDir, 'backup.tar')
    const server = await startTestServer(database, { SITE_SECRET: secret })
    await fill(server)
    await server.stop()
    await succeed(toEnvironment(database), 'backup', archive)
    bytes = await readFile(archive)
  })
  afterAll(() => database.remove())

  /** Neither accepted nor half restored. */
  const expectRefused = async (damaged: Buffer, reason: string) => {
    const file = join(database.dataDir, 'damaged.tar')
    await writeFile(file, damaged)
    const empty = await sqlite.createEmpty()
    const refused = { exitCode: 3, output: expect.stringContaining(reason) }
    expect(await run(toEnvironment(empty), 'verify', file)).toMatchObject(refused)
    expect(await run(toEnvironment(empty), 'restore', file)).toMatchObject(refused)
    expect(await readdir(empty.dataDir)).toEqual([])
    await empty.remove()
  }

  test('is refused if its end is missing', async () => {
    await expectRefused(bytes.subarray(0, bytes.length / 2 + 100), 'incomplete')
    const manifest = bytes.indexOf('manifest.json')
    await expectRefused(bytes.subarray(0, manifest), 'incomplete')
  })

  test('is refused if a file, a package, a row or the manifest was changed', async () => {
    const text = bytes.toString('latin1')
    const replace = (from: string, to: string) => {
      expect(text).toContain(from)
      return Buffer.from(text.replace(from, to), 'latin1')
    }
    await expectRefused(replace('entry of one', 'entry of two'), 'differs from what was published')
    await expectRefused(replace('a package', 'a Package'), 'was changed')
    await expectRefused(
      replace('"missing":[],"kits":1', '"kits":1,"missing":[]'),
      'signed with another secret',
    )
    const rows = text.indexOf('database/user/000001') + 512
    const changed = Buffer.from(bytes)
    changed.writeUInt8(bytes.readUInt8(rows + 30) ^ 1, rows + 30)
    await expectRefused(changed, 'damaged')
  })

  test('of another site is refused, unless the secret is lost', async () => {
    const empty = await sqlite.createEmpty()
    const other = { ...toEnvironment(empty), SITE_SECRET: 'another secret of the site, as the first is lost' }
    expect(await run(other, 'restore', archive)).toMatchObject({ exitCode: 3 })
    await succeed(other, 'restore', archive, '--new-secret')
    await (await startTestServer(empty, { SITE_SECRET: other.SITE_SECRET })).stop()
    const key = deriveAuditKey(secret).publicKey
    expect(await succeed(other, 'verify', '--key', key)).toContain('No problems')
    await empty.remove()
  })

  test.each(['files', 'database'])(
    'that is interrupted before the %s changes nothing, and can be restored again',
    async (step) => {
      const empty = await sqlite.createEmpty()
      const configuration = readConfiguration(toEnvironment(empty), '/')
      const stopping = new AbortController()
      const options = { file: archive, signal: stopping.signal }
      const onProgress = (line: string) => {
        if (line.includes(step)) stopping.abort(new Error('stopped'))
      }
      const restored = restoreSite(configuration, { ...options, onProgress })
      await expect(restored).rejects.toThrow('stopped')
      expect((await readdir(empty.dataDir)).filter((name) => name.startsWith('portico'))).toEqual([])
      await restoreSite(configuration, { file: archive })
      expect((await verifySite(configuration)).problems).toEqual([])
      await empty.remove()
    },
  )

  test('that is interrupted leaves nothing behind', async () => {
    const stopping = new AbortController()
    const file = join(database.dataDir, 'stopped.tar')
    const backup = backUp(readConfiguration(toEnvironment(database), '/'), {
      file,
      signal: stopping.signal,
      onProgress: () => stopping.abort(new Error('stopped')),
    })
    await expect(backup).rejects.toThrow('stopped')
    expect((await readdir(database.dataDir)).filter((name) => name.startsWith('stopped'))).toEqual([])
  })
})

test('a damaged site is reported, and backed up only without the damaged releases', async () => {
  const database = await createTestDatabase()
  const environment = toEnvironment(database)
  const server = await startTestServer(database, { SITE_SECRET: secret })
  await fill(server)
  const orphan = { id: 'a', userId: 'nobody', token: 't', expiresAt: '', createdAt: '', updatedAt: '' }
  await sql`pragma foreign_keys = off`.execute(server.db)
  await server.db.insertInto('session').values(orphan).execute()
  await server.db.updateTable('event').set({ reason: 'forged' }).where('seq', '=', 2).execute()
  await server.db
    .updateTable('remote')
    .set({ fallback: '0.9.0-11111111' })
    .where('name', '=', 'two')
    .execute()
  await server.stop()
  const releases = join(database.dataDir, 'releases')
  await writeFile(join(releases, 'two/1.0.0-0a1b2c3d/remote.js'), 'forged')
  await rm(join(releases, 'one/1.1.0-11111111'), { recursive: true })
  const { exitCode, output } = await run(environment, 'verify')
  expect(exitCode).toBe(3)
  for (const problem of [
    'session: 1 rows refer to rows of user that do not exist',
    'event 2 was changed',
    'two@0.9.0-11111111 is in use, but there is no record of it',
    'two@1.0.0-0a1b2c3d: remote.js differs from what was published',
    'one@1.1.0-11111111: its files are missing',
  ])
    expect(output).toContain(problem)
  const file = join(database.dataDir, 'backup.tar')
  expect(await run(environment, 'backup', file)).toMatchObject({ exitCode: 3 })
  expect(await succeed(environment, 'backup', file, '--allow-damage')).toContain('Left out: one@1.1.0')
  await database.remove()
})
