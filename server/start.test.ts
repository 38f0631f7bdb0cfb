import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readMailbox } from './accounts/mailbox/mailbox.ts'
import { site } from './site.ts'
import { StartError, startServer } from './start.ts'
import { writeShell } from './testing/builds.ts'
import { createTestDatabase, type TestDatabase, testDatabases } from './testing/test-database.ts'

const main = join(import.meta.dirname, 'main.ts')
const folder = join(import.meta.dirname, '..')

interface StartedServer {
  readonly child: ChildProcess
  readonly output: { stdout: string; stderr: string }
  readonly ended: Promise<number | null>
}

const children: ChildProcess[] = []
const databases: TestDatabase[] = []
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const database of databases.splice(0)) await database.remove()
})

function start({ databaseUrl, dataDir }: TestDatabase, environment: Record<string, string>): StartedServer {
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', // starts twice as fast
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    ...environment,
  }
  const args = ['--disable-warning=ExperimentalWarning', main]
  const child = spawn(process.execPath, args, { env, cwd: folder })
  children.push(child)
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (output.stdout += chunk))
  child.stderr.on('data', (chunk) => (output.stderr += chunk))
  return { child, output, ended: once(child, 'close').then(([code]) => code) }
}

async function waitUntilListening({ child, output, ended }: StartedServer): Promise<void> {
  while (!output.stdout.includes('Portico is at')) {
    const race = [
      once(child.stdout ?? child, 'data'),
      ended.then(() => Promise.reject(new Error(output.stderr))),
    ]
    await Promise.race(race)
  }
}

const account = { username: 'both', email: 'both@example.com', password: 'correct horse battery' }

/** Registers at one server and reads the session from the other. */
async function expectBothWork(ports: readonly string[]): Promise<void> {
  const signedUp = await fetch(`http://127.0.0.1:${ports[0]}${accountPaths.signUp}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const seen = await fetch(`http://127.0.0.1:${ports[1]}${accountPaths.session}`, { headers: { cookie } })
  expect(await seen.json()).toMatchObject({ visitor: { username: 'both' } })
}

/** A busy machine may block the main thread, which the log then says. */
function withoutBlocks({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) {
  const lines = stdout.split('\n').filter((line) => !line.includes('"msg":"The main thread was blocked"'))
  return { stdout: lines.join('\n'), stderr }
}

async function createEmpty(kind: (typeof testDatabases)[number]) {
  const database = await kind.createEmpty()
  databases.push(database)
  return { database, ports: [String(await getFreePort()), String(await getFreePort())] }
}

describe('two servers that start at the same time', () => {
  test.each(testDatabases.slice(0, 1))(
    'on a new $kind both work, say where they are, and finish accepted requests before they stop',
    async (kind) => {
      const { database, ports } = await createEmpty(kind)
      const started = ports.map((PORT) => start(database, { PORT }))
      await Promise.all(started.map(waitUntilListening))
      await expectBothWork(ports)

      // The servers have received the headers and asked for the body when they get the signal.
      const responses = started.map(async ({ child }, at) => {
        const body = JSON.stringify({ ...account, username: `last${at}`, email: `last${at}@example.com` })
        const headers = {
          'content-type': 'application/json',
          'content-length': body.length,
          expect: '100-continue',
        }
        const signUp = request({
          port: ports[at],
          host: '127.0.0.1',
          path: accountPaths.signUp,
          method: 'POST',
          headers,
        })
        signUp.flushHeaders()
        await once(signUp, 'continue')
        child.kill(at === 0 ? 'SIGTERM' : 'SIGINT')
        signUp.end(body)
        const [response] = await once(signUp, 'response')
        return response.statusCode
      })

      expect(await Promise.all(responses)).toEqual([201, 201])
      expect(await Promise.all(started.map(({ ended }) => ended))).toEqual([0, 0])
      expect(started.map(({ output }) => withoutBlocks(output))).toEqual(
        ports.map((PORT) => {
          const origin = `http://127.0.0.1:${PORT}`
          const code = `http://localhost:${Number(PORT) + 1_000}/sign-in#code=[\\w-]{43}`
          const lines = [
            `Portico is at ${origin}`,
            `Console: ${code}`,
            `Emails appear at ${origin}/-/mailbox`,
            '',
          ]
          return { stdout: expect.stringMatching(`^${lines.join('\n')}$`), stderr: '' }
        }),
      )
      const emails = await readMailbox(join(database.dataDir, 'mailbox'))
      expect(emails.map(({ to }) => to).toSorted()).toEqual([
        'both@example.com',
        'last0@example.com',
        'last1@example.com',
      ])
    },
  )

  // In this process: unlike SQLite, PostgreSQL doesn't distinguish two processes from two connections.
  test.each(testDatabases.slice(1))('on a new $kind both work', async (kind) => {
    const { database, ports } = await createEmpty(kind)
    const DATABASE_URL = database.databaseUrl ?? undefined
    const servers = await Promise.all(
      ports.map((PORT) =>
        startServer(site, { environment: { DATA_DIR: database.dataDir, DATABASE_URL, PORT }, folder }),
      ),
    )
    await expectBothWork(ports)
    await Promise.all(servers.map(({ stop }) => stop()))
  })
})

describe('a failed start', () => {
  /** The message of a server that can't start, in this process. */
  async function failWith(environment: Record<string, string>): Promise<string> {
    const database = await createTestDatabase()
    databases.push(database)
    const started = startServer(site, { environment: { DATA_DIR: database.dataDir, ...environment }, folder })
    const error: unknown = await started.catch((reason: unknown) => reason)
    if (error instanceof StartError) return error.message
    throw new Error(`Expected a StartError, got: ${error}`)
  }

  test('the port of the console in use is reported if someone chose it; otherwise the site starts without', async () => {
    const site = await getFreePort()
    const blocker = createServer().listen(site + 1_000, '127.0.0.1')
    await once(blocker, 'listening')
    const PORT = String(site)
    const CONSOLE_PORT = String(site + 1_000)
    expect(await failWith({ PORT, CONSOLE_PORT })).toContain(
      `CONSOLE_PORT: expected a free port, got ${CONSOLE_PORT}`,
    )
    const database = await createTestDatabase()
    databases.push(database)
    const started = start(database, { PORT })
    await waitUntilListening(started)
    const link = await fetch(`http://127.0.0.1:${PORT}${consolePaths.console}`, { redirect: 'manual' })
    expect([link.status, await link.text()]).toEqual([
      404,
      expect.stringContaining('This server has no console'),
    ])
    expect(started.output.stdout).toContain('The site has started without its console.')
    expect(started.output.stdout).not.toContain('Console:')
    blocker.close()
  })

  test('a port in use is reported, and the process fails', async () => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    const address = blocker.address()
    const PORT = String(typeof address === 'object' ? address?.port : 0)
    const database = await createTestDatabase()
    databases.push(database)
    const { ended, output } = start(database, { PORT })
    expect(await ended).toBe(1)
    const stderr = `Port ${PORT} is in use. Stop the program that uses it, or set PORT to a free port.\n`
    expect(output).toEqual({ stdout: '', stderr })
    blocker.close()
  })

  test('a failure of a feature is reported', async () => {
    const { dataDir } = await createTestDatabase()
    await writeFile(join(dataDir, 'admin-token'), 'something else')
    expect(await failWith({ DATA_DIR: dataDir })).toContain('Delete the file to make a new one.')
    await rm(dataDir, { recursive: true })
  })

  test.runIf(process.arch === 'x64')('a processor that can’t edit images is reported', async () => {
    vi.stubGlobal('WebAssembly', { validate: () => false }) // as require-processor.test.ts shows
    expect(await failWith({}).finally(vi.unstubAllGlobals)).toContain('This processor lacks SSE4')
  })

  test('an invalid variable is reported', async () => {
    expect(await failWith({ PORT: 'x' })).toMatch(/^PORT: expected a port from 1 to 65535, got "x"\. .+$/)
  })

  test('an invalid field of the site configuration is reported', async () => {
    const file = join(import.meta.dirname, 'package.json')
    expect(await failWith({ SITE_CONFIG: file })).toContain('package.json: headline: is required')
  })

  test('an address of another machine is reported', async () => {
    expect(await failWith({ HOST: '192.0.2.1' })).toBe(
      'HOST is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all addresses.',
    )
  })

  const noFolders = [
    { DATA_DIR: join(main, 'data'), why: 'EEXIST: file already exists' },
    { DATA_DIR: main, why: 'EEXIST: file already exists' },
    { DATA_DIR: join(folder, 'x'.repeat(300)), why: 'ENAMETOOLONG: name too long' },
    ...(process.platform === 'linux'
      ? [{ DATA_DIR: '/proc/a/b', why: 'ENOENT: no such file or directory' }]
      : []),
  ]
  test.each(noFolders)('the data folder $DATA_DIR is reported', async ({ DATA_DIR, why }) => {
    for (const SITE_SECRET of ['', 's'.repeat(32)]) {
      const message = await failWith({ DATA_DIR, SITE_SECRET })
      expect(message).toContain(
        `DATA_DIR: expected a folder that can be created and written to, got "${DATA_DIR}"`,
      )
      expect(message).toContain(why)
      expect(message).toContain('Set it to another folder')
    }
  })

  test.runIf(process.platform === 'linux')('a data folder that can’t be written to is reported', async () => {
    expect(await failWith({ DATA_DIR: '/proc' })).toContain(
      'DATA_DIR: expected a folder that can be created and',
    )
  })

  test('an unreachable release store is reported', async () => {
    const dist = await mkdtemp(join(tmpdir(), 'portico-dist-'))
    writeShell(dist)
    const message = await failWith({
      PUBLISH_FROM: dist,
      RELEASE_STORE: 's3://releases',
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'hunter2',
    })
    expect(message).toMatch(/^http:\/\/127\.0\.0\.1:1\/releases does not respond\. Check .+$/)
    await rm(dist, { recursive: true })
  })

  test('an unreachable database is reported', async () => {
    const message = await failWith({ DATABASE_URL: 'postgres://nobody:hunter2@127.0.0.1:1/none' })
    expect(message).toContain('Check that the server in DATABASE_URL is running')
    expect(message).not.toContain('hunter2')
  })
})
