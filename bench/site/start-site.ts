import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import { serverEnvironment, serverOptions } from '@portico/tools/system/server-options.ts'
import { root } from '../root.ts'

/** The product's server, with its own data. */
export interface Site {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  readonly dataDir: string
  readonly pid: number
  stop(): Promise<void>
}

interface SiteOptions {
  /** The folder with the built apps. */
  readonly publishFrom?: string
  /** The data of a running site, which then has two servers. Only stopping the first one removes it. */
  readonly dataDir?: string
  /** The port of an earlier site, whose files a browser has; a free one by default. */
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
  /** Options of Node. */
  readonly nodeOptions?: readonly string[]
}

/** Starts the site from `dist/`. Throws with the server's output if it exits early. */
export async function startSite({
  publishFrom = 'dist',
  dataDir: shared,
  port: givenPort,
  env = {},
  nodeOptions = [],
}: SiteOptions = {}): Promise<Site> {
  const port = givenPort ?? (await getFreePort())
  const dataDir = shared ?? (await mkdtemp(join(tmpdir(), 'portico-bench-')))
  const server = spawn(process.execPath, [...serverOptions, ...nodeOptions, 'server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ...serverEnvironment,
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLISH_FROM: publishFrom,
      ...env,
    },
  })
  const { pid } = server
  if (pid === undefined) throw new Error('Node could not be started.')
  const origin = `http://127.0.0.1:${port}`
  const listening = Promise.withResolvers<void>()
  let output = ''
  const follow = (chunk: Buffer) => {
    output += chunk.toString()
    if (output.includes('Portico is at')) listening.resolve()
  }
  server.stdout.on('data', follow)
  server.stderr.on('data', follow)
  const ended = once(server, 'close')
  await Promise.race([
    listening.promise,
    ended.then(() => Promise.reject(new Error(`The server exited during start-up.\n${output}`))),
  ])
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
    if (shared === undefined) await rm(dataDir, { recursive: true, force: true })
  }
  return { origin, dataDir, pid, stop }
}
