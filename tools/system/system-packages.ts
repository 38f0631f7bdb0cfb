import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './run-command.ts'

const run = promisify(execFile)
const timeout = 600_000 // a browser's download is 150 MB
const maxBuffer = 64 * 1024 * 1024

/** Runs a program without its output. Returns whether it succeeded. */
export async function runQuietly(program: string, args: readonly string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return run(program, args, { cwd: root, env, timeout, maxBuffer }).then(
    () => true,
    () => false,
  )
}

/** The path of the first of these programs that is installed, or null. */
export function findProgram(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return candidates.find((path) => existsSync(path)) ?? null
}

/** The program that an environment variable names, or null when it is unset. Throws when there is no such file. */
export function getConfiguredProgram(variable: string): string | null {
  const named = process.env[variable]
  if (named === undefined || named === '') return null
  if (existsSync(named)) return named
  throw new Error(`${variable}: there is no file ${named}.`)
}

/** Installs one of these sets of packages with apt-get: the first that can be. Does nothing on other systems. */
export async function installPackages(alternatives: readonly (readonly string[])[]): Promise<void> {
  if (!(await runQuietly('apt-get', ['--version']))) return
  const [program, first] = process.getuid?.() === 0 ? ['apt-get', []] : ['sudo', ['-n', 'apt-get']]
  await runQuietly(program, [...first, 'update'])
  for (const names of alternatives) {
    console.log(`Installing the system package${names.length > 1 ? 's' : ''} ${names.join(' and ')} ...`)
    if (await runQuietly(program, [...first, 'install', '-y', '--no-install-recommends', ...names])) return
  }
}
