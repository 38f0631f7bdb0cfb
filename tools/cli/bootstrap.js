// Runs on the system's Node, which may be old: plain JavaScript, nothing but Node's own modules.
// Installs the packages when a package.json or the lock file has changed, then runs a TypeScript file on the project's
// own Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { watchAncestors } from '../system/watch-ancestors.js'
import { getInstallEnvironment } from './install-environment.js'

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..', '..')
const stampFile = join(root, 'node_modules', '.installed')
const projectNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
const oldestNode = 20

requireNode()
if (!isInstalled()) install()
run()

/** An older one ends npm in the middle of the installation, or without a reason that helps. */
function requireNode() {
  const { node } = process.versions
  if (Number(node.split('.')[0]) < oldestNode)
    stop(`Expected Node ${oldestNode} or later, got ${node}. Install it from https://nodejs.org.`)
}

function isInstalled() {
  return existsSync(projectNode) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wantedStamp()
}

function wantedStamp() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const file of packageFiles()) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function packageFiles() {
  const folders = readdirSync(root).filter((name) => existsSync(join(root, name, 'package.json')))
  return ['package.json', ...folders.map((folder) => `${folder}/package.json`)]
}

function install() {
  const started = Date.now()
  // Not `npm ci`: it fails for a remote that was just copied. Printed to stderr, because stdout may be read by a program.
  console.error('Installing packages; the first time takes one to three minutes ...')
  const npm = process.env.npm_execpath
  const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  const { status, error } = spawnSync(program, [...first, 'install'], {
    cwd: root,
    env: getInstallEnvironment(process.env),
    stdio: ['inherit', 2, 2],
    shell: !npm && process.platform === 'win32',
  })
  if (error || status !== 0)
    stop(
      'npm install failed (see above). Check that the npm registry is reachable and the disk is not full, then try again.',
    )
  if (!existsSync(projectNode)) {
    stop(
      'npm did not run the install script of the package "node". Run `npm config set ignore-scripts false`, delete node_modules and try again.',
    )
  }
  writeFileSync(stampFile, wantedStamp())
  process.env.INSTALL_MS = String(Date.now() - started)
}

function run() {
  const [file, ...rest] = process.argv.slice(2)
  if (!file) stop('Usage: node tools/cli/bootstrap.js <file.ts> [arguments]')
  const path = [join(root, 'node_modules/node/bin'), join(root, 'node_modules/.bin'), process.env.PATH].join(
    delimiter,
  )
  // A terminal sends Ctrl+C to the child as well, a supervisor signals only npm or this process. Listen before the child
  // starts: a signal in between would orphan it.
  const stopChild = () => child.kill('SIGTERM')
  process.on('SIGINT', () => child.kill('SIGINT'))
  process.on('SIGTERM', stopChild)
  process.on('SIGHUP', stopChild)
  const child = spawn(projectNode, ['--disable-warning=ExperimentalWarning', join(root, file), ...rest], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  })
  watchAncestors(stopChild)
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))
}

function stop(message) {
  console.error(message)
  process.exit(1)
}
