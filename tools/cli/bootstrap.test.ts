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
  mkdirSync(join(copy, 'tools/cli'), { recursive: true })
  mkdirSync(join(copy, 'remote-new'))
  cpSync(join(import.meta.dirname, 'bootstrap.js'), join(copy, 'tools/cli/bootstrap.js'))
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

/** Runs the bootstrap with an npm that does `npm`, and notes how often it was asked. */
function bootstrap(
  npm: string,
  args: readonly string[] = ['work.ts', 'hard'],
  env: Record<string, string> = {},
) {
  const file = join(copy, 'npm.js')
  const note = `import { appendFileSync } from 'node:fs'\nappendFileSync('asked', process.argv[2] + '\\n')`
  writeFileSync(file, `${note}\n${npm}`)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/cli/bootstrap.js', ...args], {
    cwd: copy,
    env: { PATH: process.env.PATH, npm_execpath: file, ...env },
  })
  const asked = existsSync(join(copy, 'asked'))
    ? readFileSync(join(copy, 'asked'), 'utf8').trim().split('\n')
    : []
  return { status, stdout: stdout.toString(), stderr: stderr.toString(), asked }
}

const installing = 'Installing packages (npm install); the first time takes one to three minutes ...\n'

test('what is missing is installed, then the program runs on the node of the project', () => {
  const { status, stdout, stderr, asked } = bootstrap(installsNode)
  expect([status, asked]).toEqual([0, ['install']])
  expect(stderr).toContain('Installing packages (npm install); the first time takes one to three minutes ...')
  expect(stdout).toBe('works hard\n')
})

test('nothing is installed twice, but again when a package.json or the lock file has changed', () => {
  bootstrap(installsNode)
  expect(bootstrap(installsNode)).toMatchObject({ status: 0, stdout: 'works hard\n', asked: ['install'] })
  for (const file of ['package.json', 'package-lock.json', 'remote-new/package.json']) {
    appendFileSync(join(copy, file), '\n')
    bootstrap(installsNode)
  }
  expect(bootstrap(installsNode).asked).toHaveLength(4)
})

test('CI installs in the same way', () => {
  expect(bootstrap(installsNode, ['work.ts'], { CI: 'true' }).asked).toEqual(['install'])
})

test('an install that fails says what to do, and is tried again at the next start', () => {
  const says = `${installing}The packages could not be installed (see above). Is the npm registry reachable, is the disk full? Then start again.\n`
  expect(bootstrap('process.exitCode = 1')).toMatchObject({ status: 1, stderr: says })
  expect(bootstrap('process.exitCode = 1')).toMatchObject({
    status: 1,
    stderr: says,
    asked: ['install', 'install'],
  })
})

test('an install that was not allowed to run scripts says what to do', () => {
  expect(bootstrap('')).toMatchObject({
    status: 1,
    stderr: `${installing}npm did not run the install script of the package "node". Allow it (npm config set ignore-scripts false), remove node_modules and start again.\n`,
  })
})

test('the exit code is that of the program', () => {
  writeFileSync(join(copy, 'work.ts'), 'process.exit(7)')
  expect(bootstrap(installsNode).status).toBe(7)
})

test('without a program it says how it is used', () => {
  expect(bootstrap(installsNode, [])).toMatchObject({
    status: 1,
    stderr: `${installing}Usage: node tools/cli/bootstrap.js <file.ts> [arguments]\n`,
  })
})

test('a supervisor that stops it stops the program, and hears how that ended', async () => {
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
