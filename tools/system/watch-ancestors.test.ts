import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { root } from './run-command.ts'

let project = ''
let started: ChildProcess | undefined

/** A project like this one with a small server: it has the same processes from npm to the server as `npm start`. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'portico-stop-'))
  for (const file of [
    'tools/cli/bootstrap.js',
    'tools/cli/install-environment.js',
    'tools/system/watch-ancestors.js',
    'tools/system/run-command.ts',
  ])
    cpSync(join(root, file), join(project, file))
  cpSync(join(root, 'server/stop-on-signals.ts'), join(project, 'stop-on-signals.ts'))
  symlinkSync(join(root, 'node_modules/node'), join(project, 'node'))
  const scripts = { start: 'node tools/cli/bootstrap.js start.ts' }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', scripts }))
  writeFileSync(join(project, 'package-lock.json'), '{}')
  writeFileSync(
    join(project, 'install.js'),
    `import { mkdirSync, symlinkSync } from 'node:fs'
    mkdirSync('node_modules', { recursive: true })
    symlinkSync('../node', 'node_modules/node')`,
  )
  writeFileSync(
    join(project, 'start.ts'),
    `import { main, runCommand, stopOnInterrupt } from './tools/system/run-command.ts'
    stopOnInterrupt()
    await main(async () => void (await runCommand('node', ['server.ts'])))`,
  )
  writeFileSync(
    join(project, 'server.ts'),
    `import { createServer } from 'node:http'
    import { stopOnSignals } from './stop-on-signals.ts'
    const server = createServer().listen(0, '127.0.0.1', () => console.log('ready'))
    stopOnSignals(async () => {
      await new Promise((closed) => server.close(closed))
      console.log('stopped')
    })`,
  )
  const env = { ...process.env, npm_execpath: join(project, 'install.js') }
  spawnSync(process.execPath, ['tools/cli/bootstrap.js'], { cwd: project, env })
})
afterAll(() => rmSync(project, { recursive: true }))
afterEach(() => {
  try {
    if (started?.pid !== undefined) process.kill(-started.pid, 'SIGKILL')
  } catch {
    // Nothing is left, as it should be.
  }
})

// Of the shells that npm may use, dash keeps SIGINT to itself, and bash leaves its place to the command.
const inBash = ['npm', 'start', '--script-shell=bash']
const inShell = ['sh', '-c', 'npm start; true']

test.each<{ what: string; command: readonly string[]; signal: NodeJS.Signals; isGroup?: boolean }>([
  { what: 'SIGTERM to npm', command: ['npm', 'start'], signal: 'SIGTERM' },
  { what: 'SIGINT to npm', command: inBash, signal: 'SIGINT' },
  { what: 'SIGKILL of npm', command: ['npm', 'start'], signal: 'SIGKILL' },
  { what: 'SIGTERM to a shell around npm', command: inShell, signal: 'SIGTERM' },
  { what: 'SIGTERM to all processes', command: inShell, signal: 'SIGTERM', isGroup: true },
  { what: 'Ctrl+C in a terminal', command: inShell, signal: 'SIGINT', isGroup: true },
  { what: 'a closed terminal', command: inShell, signal: 'SIGHUP', isGroup: true },
])(
  '$what stops the server in an orderly way, and no process remains',
  async ({ command, signal, isGroup }) => {
    const [program = '', ...args] = command
    const child = spawn(program, args, {
      cwd: project,
      detached: true, // a process group of its own, as a terminal makes for each command
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, npm_config_update_notifier: 'false' },
    })
    started = child
    let output = ''
    const ready = Promise.withResolvers<void>()
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('ready')) ready.resolve()
    })
    // Every process holds this pipe, so it closes when the last one has ended.
    const ended = once(child.stdout, 'close')
    await Promise.race([ready.promise, ended])
    process.kill(isGroup ? -(child.pid ?? 0) : (child.pid ?? 0), signal)
    await ended
    expect(output).toMatch(/ready\nstopped\n$/)
  },
  60_000,
)
