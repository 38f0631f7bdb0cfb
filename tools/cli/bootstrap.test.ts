import { spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let copy = ''
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'portico-bootstrap-'))
  mkdirSync(join(copy, 'remote-new'))
  for (const file of ['cli/bootstrap.js', 'cli/install-environment.js', 'system/watch-ancestors.js'])
    cpSync(join(import.meta.dirname, '..', file), join(copy, 'tools', file))
  writeFileSync(join(copy, 'package.json'), '{"type":"module"}')
  writeFileSync(join(copy, 'package-lock.json'), '{}')
  writeFileSync(join(copy, 'remote-new/package.json'), '{}')
  writeFileSync(
    join(copy, 'work.ts'),
    'const rest: string[] = process.argv.slice(2)\nconsole.log("works", ...rest)',
  )
})
afterEach(() => rmSync(copy, { recursive: true, force: true }))

const installsNode = `
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
mkdirSync('node_modules/node/bin', { recursive: true })
rmSync('node_modules/node/bin/node', { force: true })
symlinkSync(process.execPath, 'node_modules/node/bin/node')`

/** Runs the bootstrap with the script `npm` as npm, and records how it was called. */
function bootstrap(
  npm: string,
  args: readonly string[] = ['work.ts', 'hard'],
  env: Record<string, string> = {},
) {
  const file = join(copy, 'npm.js')
  const note = `import { appendFileSync } from 'node:fs'\nappendFileSync('calls', process.argv[2] + '\\n')`
  writeFileSync(file, `${note}\n${npm}`)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/cli/bootstrap.js', ...args], {
    cwd: copy,
    env: { PATH: process.env.PATH, npm_execpath: file, ...env },
  })
  const calls = existsSync(join(copy, 'calls'))
    ? readFileSync(join(copy, 'calls'), 'utf8').trim().split('\n')
    : []
  return { status, stdout: stdout.toString(), stderr: stderr.toString(), calls }
}

const installing = 'Installing packages; the first time takes one to three minutes ...\n'

test('missing packages are installed, then the program runs on the Node of the project', () => {
  const { status, stdout, stderr, calls } = bootstrap(installsNode)
  expect([status, calls]).toEqual([0, ['install']])
  expect(stderr).toContain('Installing packages; the first time takes one to three minutes ...')
  expect(stdout).toBe('works hard\n')
})

test('packages are installed again only when a package.json or the lock file has changed', () => {
  bootstrap(installsNode)
  expect(bootstrap(installsNode)).toMatchObject({ status: 0, stdout: 'works hard\n', calls: ['install'] })
  for (const file of ['package.json', 'package-lock.json', 'remote-new/package.json']) {
    appendFileSync(join(copy, file), '\n')
    bootstrap(installsNode)
  }
  expect(bootstrap(installsNode).calls).toHaveLength(4)
})

test('CI installs the same way', () => {
  expect(bootstrap(installsNode, ['work.ts'], { CI: 'true' }).calls).toEqual(['install'])
})

test('install scripts get no secrets: only what npm needs to reach the registry', () => {
  const secrets = {
    SITE_SECRET: 'secret',
    SMTP_URL: 'secret',
    DATABASE_URL: 'secret',
    RELEASE_TOKEN: 'secret',
    AWS_SECRET_ACCESS_KEY: 'secret',
    NODE_OPTIONS: '--no-warnings',
    'npm_config_//registry.example/:_authToken': 'secret',
    npm_config__auth: 'secret',
  }
  const needed = {
    HOME: copy,
    https_proxy: 'http://proxy.example',
    npm_config_registry: 'https://npm.example',
    LC_ALL: 'C',
  }
  const writesEnvironment = `import { writeFileSync } from 'node:fs'\nwriteFileSync('environment', JSON.stringify(process.env))`
  bootstrap(`${writesEnvironment}\n${installsNode}`, ['work.ts'], { ...secrets, ...needed })
  const given: unknown = JSON.parse(readFileSync(join(copy, 'environment'), 'utf8'))
  expect(given).toMatchObject({ ...needed, PATH: process.env.PATH })
  for (const name of Object.keys(secrets)) expect(given).not.toHaveProperty([name])
})

test('the program gets the whole environment', () => {
  writeFileSync(join(copy, 'work.ts'), 'console.log(process.env.SITE_SECRET)')
  expect(bootstrap(installsNode, ['work.ts'], { SITE_SECRET: 'secret' }).stdout).toBe('secret\n')
})

test('a failed install says what to do and is retried on the next run', () => {
  const says = `${installing}npm install failed (see above). Check that the npm registry is reachable and the disk is not full, then try again.\n`
  expect(bootstrap('process.exitCode = 1')).toMatchObject({ status: 1, stderr: says })
  expect(bootstrap('process.exitCode = 1')).toMatchObject({
    status: 1,
    stderr: says,
    calls: ['install', 'install'],
  })
})

test('a Node that is too old is named before anything is installed', () => {
  const pretends = 'Object.defineProperty(process.versions, "node", { value: "18.20.8" })'
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(pretends)}`
  expect(bootstrap(installsNode, ['work.ts'], { NODE_OPTIONS })).toMatchObject({
    status: 1,
    stderr: 'Expected Node 20 or later, got 18.20.8. Install it from https://nodejs.org.\n',
    calls: [],
  })
})

test('an install without install scripts says what to do', () => {
  expect(bootstrap('')).toMatchObject({
    status: 1,
    stderr: `${installing}npm did not run the install script of the package "node". Run \`npm config set ignore-scripts false\`, delete node_modules and try again.\n`,
  })
})

test('the exit code of the program is returned', () => {
  writeFileSync(join(copy, 'work.ts'), 'process.exit(7)')
  expect(bootstrap(installsNode).status).toBe(7)
})

test('without a program it prints its usage', () => {
  expect(bootstrap(installsNode, [])).toMatchObject({
    status: 1,
    stderr: `${installing}Usage: node tools/cli/bootstrap.js <file.ts> [arguments]\n`,
  })
})

test('SIGTERM is passed to the program, whose exit code is returned', async () => {
  bootstrap(installsNode)
  writeFileSync(
    join(copy, 'work.ts'),
    'process.on("SIGTERM", () => { console.log("told"); process.exit(5) }); console.log("ready"); setInterval(() => {}, 1000)',
  )
  const child = spawn(process.execPath, ['tools/cli/bootstrap.js', 'work.ts'], { cwd: copy })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (output === 'ready\n') child.kill('SIGTERM')
  })
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.on('close', resolve)
  expect(await promise).toBe(5)
  expect(output).toBe('ready\ntold\n')
})
