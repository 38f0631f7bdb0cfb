import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getFreePort } from '../system/get-free-port.ts'
import { root } from '../system/run-command.ts'
import { bundleProgram } from './bundle-program.ts'

const platform = `${process.platform}-${process.arch}`
let folder: string

// The program of the archive, with a server that prints its settings.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-archive-'))
  cpSync(join(import.meta.dirname, 'archive/portico.js'), join(folder, 'portico.js'))
  mkdirSync(join(folder, 'server'))
  const print = 'const { SITE_CONFIG, PUBLISH_FROM, CONTENT_DIR, SITE_IMAGE } = process.env\n'
  writeFileSync(
    join(folder, 'server/main.js'),
    `${print}console.log([SITE_CONFIG, PUBLISH_FROM, CONTENT_DIR, SITE_IMAGE].join())`,
  )
  writeFileSync(join(folder, 'site-image.png'), '')
})
afterAll(() => rmSync(folder, { recursive: true }))

function run(args: readonly string[], portico = { platform, node: 20 }, env: Record<string, string> = {}) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', version: '1.0.0-a', portico }))
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'portico.js'), ...args], {
    env,
  })
  return { status, output: `${stdout}${stderr}` }
}

test('it starts with the apps and the configuration of the archive, in any folder', () => {
  const defaults = ['site.config.json', 'apps', 'content', 'site-image.png'].map((name) => join(folder, name))
  expect(run([])).toEqual({ status: 0, output: `${defaults.join()}\n` })
  expect(run([], undefined, { SITE_CONFIG: '' }).output).toBe(`${defaults.join()}\n`)
})

test('another configuration is not shown with the image of the archive', () => {
  expect(run([], undefined, { SITE_CONFIG: '/etc/site.json' }).output).toBe(
    `/etc/site.json,${join(folder, 'apps')},${join(folder, 'content')},\n`,
  )
})

test('it names the Node and the platform that it needs', () => {
  for (const args of [[], ['data', 'verify']]) {
    const node = run(args, { platform, node: 99 })
    expect(node.status).toBe(1)
    expect(node.output).toContain(`Expected Node 99 or later, got ${process.versions.node}.`)
  }
  const other = run([], { platform: 'plan9-mips', node: 20 })
  expect(other.status).toBe(1)
  expect(other.output).toContain(`This archive is for plan9-mips, and this machine is ${platform}.`)
})

test('who waits for it is told at once that the server of a service has ended', () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  const waited = run(['--ready'], undefined, { MAINPID: String(pid), PORT: '9' })
  expect(waited).toEqual({ status: 1, output: 'The server has ended. Its own output says why.\n' })
})

test('it has a help and a version, and rejects other arguments', () => {
  expect(run(['--version'])).toEqual({ status: 0, output: '1.0.0-a\n' })
  expect(run(['--help']).output).toContain('DATA_DIR')
  const unknown = run(['--port', '80'])
  expect(unknown.status).toBe(1)
  expect(unknown.output).toContain('Expected no argument, got --port 80.')
})

// Bundles the server. The soak lane also runs the whole archive.
test.runIf(process.env.SOAK === '1')(
  'its server signs visitors up, which takes a thread with its own module',
  async () => {
    const origin = await startBundle()
    const response = await fetch(origin + accountPaths.signUp, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }),
    })
    expect([response.status, await response.json()]).toMatchObject([201, { visitor: { username: 'Ada' } }])
  },
)

/** Starts the server of the archive, without apps, and returns its origin. */
async function startBundle(): Promise<string> {
  const unpacked = mkdtempSync(join(tmpdir(), 'portico-bundle-'))
  mkdirSync(join(unpacked, 'server'))
  const { files } = await bundleProgram('site')
  for (const [name, code] of files) writeFileSync(join(unpacked, 'server', name), code)
  writeFileSync(join(unpacked, 'package.json'), '{"type":"module"}')
  cpSync(join(root, 'site.config.json'), join(unpacked, 'site.config.json'))
  symlinkSync(join(root, 'node_modules'), join(unpacked, 'node_modules')) // with sharp
  const port = await getFreePort()
  const server = spawn(process.execPath, ['server/main.js'], {
    cwd: unpacked,
    env: { PORT: String(port), DATA_DIR: join(unpacked, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'close')
  onTestFinished(async () => {
    server.kill()
    await ended
    rmSync(unpacked, { recursive: true })
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let output = ''
  server.stdout.on('data', (chunk) => {
    output += String(chunk)
    if (output.includes('Portico is at')) resolve()
  })
  ended.then(() => reject(new Error(output)))
  await promise
  return `http://127.0.0.1:${port}`
}
