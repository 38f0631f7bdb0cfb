import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import type { TestDatabase } from './test-database.ts'

const main = join(import.meta.dirname, '../main.ts')
const clock = pathToFileURL(join(import.meta.dirname, 'jumping-clock.ts')).href

/** A server in its own process. */
export interface TestProcess {
  readonly address: string
  /** Kills it without any shutdown, like a power failure. */
  kill(): Promise<void>
  /** Sets its clock to so many milliseconds ahead of the machine's, or behind it. */
  setClock(aheadMs: number): Promise<void>
  /** What it has printed. */
  readOutput(): string
}

/** Starts a server and waits until it is listening. */
export async function startProcess(
  database: TestDatabase,
  publishFrom: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestProcess> {
  const port = await getFreePort()
  const options = ['--disable-warning=ExperimentalWarning', '--import', clock]
  const child = spawn(process.execPath, [...options, main], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', // starts twice as fast
      DATA_DIR: database.dataDir,
      DATABASE_URL: database.databaseUrl ?? '',
      PUBLISH_FROM: publishFrom,
      PORT: String(port),
      ...environment,
    },
    cwd: join(import.meta.dirname, '../..'),
  })
  const ended = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  await waitUntilListening(child, () => output)
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const setClock = async (aheadMs: number) => {
    const isSet = once(child, 'message')
    child.send(aheadMs)
    await isSet
  }
  return { address: `http://127.0.0.1:${port}`, kill, setClock, readOutput: () => output }
}

function waitUntilListening(child: ChildProcess, readOutput: () => string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.stdout?.on('data', () => {
    if (readOutput().includes('Portico is at')) resolve()
  })
  child.once('close', () => reject(new Error(readOutput())))
  return promise
}
