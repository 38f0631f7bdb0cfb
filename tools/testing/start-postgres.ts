import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { getFreePort } from '../system/get-free-port.ts'
import { chooseTemporaryFolder } from './choose-temporary-folder.ts'
import { type Binaries, findPostgres } from './find-postgres.ts'

const run = promisify(execFile)

const startTimeoutMs = 60_000 // takes seconds; a loaded machine needs longer
const pollMs = 50
const nobody = 65_534 // exists on every Linux; PostgreSQL refuses to run as root

/** A PostgreSQL server for this process only. */
export interface Postgres {
  /** URL of a superuser, who may create and drop databases. */
  readonly url: string
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
  /** Stops the server and keeps its data, as an upgrade does: open connections break. */
  pause(): Promise<void>
  /** Starts it again, at the same address. */
  resume(): Promise<void>
}

/**
 * Starts a PostgreSQL with empty data on a free port, as an unprivileged user. It stops with this process, even when this
 * is killed. Throws when there is no PostgreSQL or it does not start.
 */
export async function startPostgres(): Promise<Postgres> {
  const binaries = await findPostgres()
  const folder = mkdtempSync(join(chooseTemporaryFolder(), 'portico-postgres-'))
  try {
    const user = getUnprivilegedUser()
    if (user) chownSync(folder, user.uid, user.gid)
    const programs = user ? preparePrograms(binaries, folder) : binaries.folder
    const data = join(folder, 'data')
    const options = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-locale', '--no-sync']
    await run(join(programs, 'initdb'), [`--pgdata=${data}`, ...options], { ...user, cwd: folder })
    const port = await getFreePort()
    const start = async () => {
      const child = serve({ program: join(programs, 'postgres'), data, port, folder, user })
      await waitUntilReady(child)
      return child
    }
    const started = [await start()]
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      stop: () => stopServers(started, folder),
      pause: () => interrupt(data),
      resume: async () => void started.unshift(await start()),
    }
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`PostgreSQL did not start: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

interface User {
  readonly uid: number
  readonly gid: number
}

/** The user to run as; null: this process is already unprivileged. */
function getUnprivilegedUser(): User | null {
  return process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : null
}

/** The folder of the programs; a copy when another user may not execute them where they are, for example below /root. */
function preparePrograms({ folder, bundled }: Binaries, target: string): string {
  if (!bundled || isExecutableByAll(join(folder, 'postgres'))) return folder
  const copy = join(target, 'programs')
  cpSync(dirname(folder), copy, { recursive: true, verbatimSymlinks: true })
  for (const program of ['initdb', 'postgres']) chmodSync(join(copy, 'bin', program), 0o755)
  return join(copy, 'bin')
}

function isExecutableByAll(path: string): boolean {
  const otherMayExecute = (statSync(path).mode & 0o001) !== 0
  return otherMayExecute && (path === '/' || isExecutableByAll(dirname(path)))
}

interface Served {
  readonly program: string
  readonly data: string
  readonly port: number
  readonly folder: string
  readonly user: User | null
}

// `cat` reads from this process until it exits or is killed; then the server stops and its data is deleted.
const guard = `"$@" & server=$!
cat >/dev/null
kill -INT $server 2>/dev/null
wait $server
rm -rf "$FOLDER"`

function serve({ program, data, port, folder, user }: Served): ChildProcess {
  // Tests are several times faster without durability.
  const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']
  const settings = [...fast, 'unix_socket_directories='].flatMap((setting) => ['-c', setting])
  const args = [program, '-D', data, '-h', '127.0.0.1', '-p', String(port), ...settings]
  return spawn('sh', ['-c', guard, 'sh', ...args], {
    ...user,
    cwd: folder,
    env: { ...process.env, FOLDER: folder, LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true, // Ctrl-C must reach only the tests, which stop the server themselves
  })
}

// A client that connects too early is refused with "FATAL: the database system is starting up".
const startFailed = /FATAL: (?! *the database system is )/

function waitUntilReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let log = ''
  const timer = setTimeout(
    () => reject(new Error(`not ready in ${startTimeoutMs} ms:\n${log}`)),
    startTimeoutMs,
  )
  child.stderr?.on('data', (chunk: Buffer) => {
    log = `${log}${chunk}`.slice(-4_000)
    if (log.includes('ready to accept connections')) resolve()
    if (startFailed.test(log)) reject(new Error(log))
  })
  child.on('error', reject)
  promise.catch(() => child.stdin?.end())
  return promise.finally(() => {
    clearTimeout(timer)
    child.stderr?.removeAllListeners('data').resume()
    unref(child)
  })
}

// A program that forgets to stop the server can exit.
function unref(child: ChildProcess): void {
  child.unref()
  for (const stream of [child.stdin, child.stderr]) if (stream instanceof Socket) stream.unref()
}

// Whoever stops it waits: without this, a program would end while the server still closes its output.
function ref(child: ChildProcess): void {
  child.ref()
  for (const stream of [child.stdin, child.stderr]) if (stream instanceof Socket) stream.ref()
}

// The guard keeps waiting, so the data stays.
async function interrupt(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid')
  process.kill(Number(readFileSync(file, 'utf8').split('\n', 1)[0]), 'SIGINT')
  while (existsSync(file)) await wait(pollMs)
}

/** Newest first: the guards of paused servers have nothing left to stop. */
async function stopServers(started: readonly ChildProcess[], folder: string): Promise<void> {
  for (const child of started) {
    ref(child)
    const closed = once(child, 'close')
    child.stdin?.end()
    await closed
  }
  rmSync(folder, { recursive: true, force: true })
}
