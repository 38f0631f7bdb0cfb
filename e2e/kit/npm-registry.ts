import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import { runCommand } from '@portico/tools/system/run-command.ts'

/** A registry of a team, with nothing in it. */
export interface NpmRegistry {
  /** The lines of an `.npmrc` with which npm uses it for the kit. */
  readonly npmrc: string
  stop(): Promise<void>
}

// A dependency of it wants a tag of node-fetch that mirrors of the public registry lack.
const dependencies = {
  dependencies: { verdaccio: '6.10.4' },
  overrides: { 'node-fetch': '2.7.0' },
}

const configuration = `
storage: ./storage
auth:
  htpasswd:
    file: ./htpasswd
packages:
  '@portico/*':
    access: $all
    publish: $all
web:
  enable: false
log:
  type: stdout
  format: pretty
  level: warn
max_body_size: 100mb
`

/** Installs Verdaccio in a temporary folder, and starts it. */
export async function startNpmRegistry(): Promise<NpmRegistry> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-registry-'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...dependencies }))
  writeFileSync(join(folder, 'config.yaml'), configuration)
  await runCommand('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, output: 'capture' })
  const address = `127.0.0.1:${await getFreePort()}`
  const program = join(folder, 'node_modules/verdaccio/bin/verdaccio')
  const server = spawn(process.execPath, [program, '--config', './config.yaml', '--listen', address], {
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = once(server, 'close')
  const isReady = () =>
    fetch(`http://${address}/-/ping`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error(`The registry ended with ${server.exitCode}.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    // npm does not publish without a token; the registry asks for none.
    npmrc: `@portico:registry=http://${address}/\n//${address}/:_authToken=team\n`,
    async stop() {
      server.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
