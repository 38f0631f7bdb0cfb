import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@portico/tools/system/free-port.ts'
import { root } from '../root.ts'

/** The real server over what is built, with data of its own. */
export interface Site {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  readonly dataDir: string
  stop(): Promise<void>
}

/** What a site may be started with. */
interface SiteOptions {
  /** Folder of what is built. */
  readonly publishFrom?: string
  /** The data of another site, which then has two servers; only the first one's stop removes it. */
  readonly dataDir?: string
}

/** Starts the site over `dist/`. Throws with what the server printed when it does not come up. */
export async function startSite({ publishFrom = 'dist', dataDir: shared }: SiteOptions = {}): Promise<Site> {
  const port = await freePort()
  const dataDir = shared ?? (await mkdtemp(join(tmpdir(), 'portico-bench-')))
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, PUBLISH_FROM: publishFrom },
  })
  const origin = `http://127.0.0.1:${port}`
  const listening = Promise.withResolvers<void>()
  let output = ''
  const follow = (chunk: Buffer) => {
    output += chunk.toString()
    if (output.includes(origin)) listening.resolve()
  }
  server.stdout.on('data', follow)
  server.stderr.on('data', follow)
  const ended = once(server, 'close')
  await Promise.race([
    listening.promise,
    ended.then(() => Promise.reject(new Error(`The server ended at its start.\n${output}`))),
  ])
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
    if (shared === undefined) await rm(dataDir, { recursive: true, force: true })
  }
  return { origin, dataDir, stop }
}
