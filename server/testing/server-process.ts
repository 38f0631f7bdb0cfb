import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import type { TestDatabase } from './test-database.ts'

const main = join(import.meta.dirname, '../main.ts')

/** A server in its own process. */
export interface TestProcess {
  readonly address: string
  /** Kills it without any shutdown, like a power failure. */
  kill(): Promise<void>
}

/** Starts a server and waits until it is listening. */
export async function startProcess(
  database: TestDatabase,
  publishFrom: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestProcess> {
  const port = await getFreePort()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
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
  await waitUntilListening(child)
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { address: `http://127.0.0.1:${port}`, kill }
}

function waitUntilListening(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let output = ''
  const listen = (chunk: unknown) => {
    output += String(chunk)
    if (output.includes('Portico is at')) resolve()
  }
  child.stdout?.on('data', listen)
  child.stderr?.on('data', listen)
  child.once('close', () => reject(new Error(output)))
  return promise
}
