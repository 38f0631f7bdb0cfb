import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '@portico/shared/paths.ts'
import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
} from '@portico/shared/release/discovery-document.ts'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import * as v from 'valibot'
import { ownerFile } from './owner.ts'

/** The project's folder. */
export const root = join(import.meta.dirname, '..', '..')

/** How a site differs from the usual one. */
export interface StartSiteOptions {
  /** Folder of the project to run; this one by default. */
  readonly project?: string
  /** Folder of built apps to publish; `dist` by default. */
  readonly publishFrom?: string
  /** Address of a PostgreSQL database; SQLite in the data folder by default. */
  readonly databaseUrl?: string
  readonly env?: Readonly<Record<string, string>>
  /** Data of an earlier site, which then is not removed with this one; a new folder by default. */
  readonly dataDir?: string
  /** False: it starts although it cannot serve everything, such as without its database. */
  readonly isHealthy?: boolean
}

/** A running site of its own: the real server, on its own port, with its own data. */
export interface Site {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  readonly dataDir: string
  /** What is released on it, as it was at the start. */
  readonly releases: DiscoveryDocument
  /** Asks the server to stop as a supervisor does. Resolves with what it ended with, and what it printed. */
  stop(): Promise<{ exitCode: number | null; output: string }>
}

/** Starts a site. Throws with what the server printed when it does not come up. */
export async function startSite({
  project = root,
  publishFrom = 'dist',
  databaseUrl,
  env,
  dataDir,
  isHealthy = true,
}: StartSiteOptions = {}): Promise<Site> {
  const port = await getFreePort()
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'portico-e2e-')))
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: folder,
      PUBLISH_FROM: publishFrom,
      SITE_CONFIG: ownerFile,
      ADDRESS_LIMIT_FACTOR: '10000', // all visitors of a run come from one address
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...env,
    },
  })
  const origin = `http://127.0.0.1:${port}`
  const { listening, ended } = follow(server, origin)
  await Promise.race([
    listening,
    ended.then(({ output }) => Promise.reject(new Error(`The server ended at its start.\n${output}`))),
  ])
  const health = await fetch(origin + paths.health)
  if (health.ok !== isHealthy)
    throw new Error(`${paths.health} answers ${health.status}: ${await health.text()}`)
  const answer = await fetch(origin + paths.discovery)
  const releases = v.parse(DiscoveryDocumentSchema, await answer.json())
  const stop = async () => {
    server.kill('SIGTERM')
    const end = await ended
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
    return end
  }
  return { origin, dataDir: folder, releases, stop }
}

function follow(server: ReturnType<typeof spawn>, origin: string) {
  const listening = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<{ exitCode: number | null; output: string }>()
  let output = ''
  const onOutput = (chunk: Buffer) => {
    output += chunk.toString()
    if (output.includes(origin)) listening.resolve()
  }
  server.stdout?.on('data', onOutput)
  server.stderr?.on('data', onOutput)
  server.on('error', (error) => ended.reject(error))
  server.on('close', (exitCode) => ended.resolve({ exitCode, output }))
  return { listening: listening.promise, ended: ended.promise }
}
