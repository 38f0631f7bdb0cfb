import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '@portico/kit/paths.ts'
import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
} from '@portico/protocol/discovery/discovery-document.ts'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import { serverEnvironment, serverOptions } from '@portico/tools/system/server-options.ts'
import * as v from 'valibot'
import { ownerFile, siteImageFile } from './owner.ts'

/** The project's folder. */
export const root = join(import.meta.dirname, '..', '..')

/** How a site differs from the default. */
export interface StartSiteOptions {
  /** Project folder to run; this one by default. */
  readonly project?: string
  /** Folder of built apps to publish; `dist` by default. */
  readonly publishFrom?: string
  /** URL of a PostgreSQL database; SQLite in the data folder by default. */
  readonly databaseUrl?: string
  readonly env?: Readonly<Record<string, string>>
  /** Data folder of an earlier site, which is kept; a new one by default. */
  readonly dataDir?: string
  /** The port of an earlier site, whose files a browser has; a free one by default. */
  readonly port?: number
  /** False if it is expected to start unhealthy, such as without its database. */
  readonly isHealthy?: boolean
}

/** A running site: the real server on its own port, with its own data. */
export interface Site {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  readonly dataDir: string
  /** What was released on it at the start. */
  readonly releases: DiscoveryDocument
  /** Stops the server as a supervisor does. Resolves with its exit code and its output. */
  stop(): Promise<{ exitCode: number | null; output: string }>
}

/** Where the console of the site at `origin` is by default. */
export function getConsoleOrigin(origin: string): string {
  return `http://localhost:${Number(new URL(origin).port) + 1_000}`
}

/** Starts a site. Throws with the server's output if it does not start. */
export async function startSite({
  project = root,
  publishFrom = 'dist',
  databaseUrl,
  env,
  dataDir,
  port: givenPort,
  isHealthy = true,
}: StartSiteOptions = {}): Promise<Site> {
  const port = givenPort ?? (await getFreePort())
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'portico-e2e-')))
  const server = spawn(process.execPath, [...serverOptions, 'server/main.ts'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ...serverEnvironment,
      PORT: String(port),
      DATA_DIR: folder,
      PUBLISH_FROM: publishFrom,
      SITE_CONFIG: ownerFile,
      ...(existsSync(siteImageFile) && { SITE_IMAGE: siteImageFile }), // the bench's servers have none
      ADDRESS_LIMIT_FACTOR: '10000', // all visitors of a run come from one address
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...env,
    },
  })
  const origin = `http://127.0.0.1:${port}`
  const { listening, ended } = follow(server)
  await Promise.race([
    listening,
    ended.then(({ output }) => Promise.reject(new Error(`The server exited during start-up.\n${output}`))),
  ])
  const health = await fetch(origin + paths.health)
  if (health.ok !== isHealthy)
    throw new Error(`${paths.health} responded with ${health.status}: ${await health.text()}`)
  const response = await fetch(origin + paths.discovery)
  const releases = v.parse(DiscoveryDocumentSchema, await response.json())
  const stop = async () => {
    server.kill('SIGTERM')
    const end = await ended
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
    return end
  }
  return { origin, dataDir: folder, releases, stop }
}

function follow(server: ReturnType<typeof spawn>) {
  const listening = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<{ exitCode: number | null; output: string }>()
  let output = ''
  const onOutput = (chunk: Buffer) => {
    output += chunk.toString()
    if (output.includes('Portico is at')) listening.resolve()
  }
  server.stdout?.on('data', onOutput)
  server.stderr?.on('data', onOutput)
  server.on('error', (error) => ended.reject(error))
  server.on('close', (exitCode) => ended.resolve({ exitCode, output }))
  return { listening: listening.promise, ended: ended.promise }
}
