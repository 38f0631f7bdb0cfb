import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@portico/tools/network/free-port.ts'
import { root } from '../root.ts'

/** The real server over what is built, with data of its own. */
export interface Site {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  stop(): Promise<void>
}

/** Starts the site over `dist/`. Throws with what the server printed when it does not come up. */
export async function startSite(): Promise<Site> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, PUBLISH_FROM: 'dist' },
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
    await rm(dataDir, { recursive: true, force: true })
  }
  return { origin, stop }
}
