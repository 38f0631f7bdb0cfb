import { spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { DiscoveryDocumentSchema } from '@portico/protocol/discovery/discovery-document.ts'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import * as v from 'valibot'
import { listRemotes } from './released-pages.ts'

/** The site as its developers run it. */
export interface DevServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /** What it has printed. */
  getOutput(): string
  /** Interrupts every process, as Ctrl+C in a terminal does. Resolves when the last one has ended. */
  interrupt(): Promise<void>
  /** Stops it, unless it has been interrupted. */
  stop(): Promise<void>
}

/**
 * Starts `npm run dev` of a project. Throws with its output if it exits by itself.
 */
export async function startDevServer(project: string): Promise<DevServer> {
  const port = await getFreePort()
  const origin = `http://127.0.0.1:${port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-dev-'))
  markInstalled(project)
  // Of the shells that npm may use, dash keeps SIGINT to itself, and bash leaves its place to the command.
  const child = spawn('npm', ['run', 'dev', '--script-shell=bash'], {
    cwd: project,
    detached: true, // a process group of its own, as a terminal makes for each command
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      SITE_CONFIG: 'e2e/site/owner.json',
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  // Every process holds these pipes, so they close when the last one has ended.
  const exited = new Promise<void>((resolve) => child.on('close', () => resolve()))
  await expect
    .poll(() => (child.exitCode === null ? getReadiness(origin) : `exited: ${output}`), { timeout: 100_000 })
    .toMatch(/^(?:ready|exited)/)
  if (child.exitCode !== null) throw new Error(`The dev server exited during start-up.\n${output}`)
  return {
    origin,
    getOutput: () => output,
    async interrupt() {
      process.kill(-(child.pid ?? 0), 'SIGINT')
      await exited
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Tells the bootstrap that there is nothing to install: a copy of the project shares the installed packages. */
function markInstalled(project: string): void {
  rmSync(join(project, 'node_modules/.installed'), { force: true })
  const env = { ...process.env, npm_execpath: join(project, 'tools/build/entries/empty.ts') } // does nothing
  spawnSync(process.execPath, ['tools/cli/bootstrap.js'], { cwd: project, env })
}

async function getReadiness(origin: string): Promise<string> {
  const response = await fetch(origin + paths.discovery).catch(() => null)
  if (!response?.ok) return 'the server has not started'
  const { remotes } = v.parse(DiscoveryDocumentSchema, await response.json())
  return listRemotes().every((name) => name in remotes) ? 'ready' : 'remotes are missing'
}
