import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './run-command.ts'

const timeoutMs = 600_000 // a browser's download is 150 MB

/** Runs a program without its output. Returns whether it succeeded. */
export function runQuietly(program: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(program, args, { cwd: root, env, stdio: 'ignore', timeout: timeoutMs }).status === 0
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
export function installPackages(alternatives: readonly (readonly string[])[]): void {
  if (!runQuietly('apt-get', ['--version'])) return
  const [program, first] = process.getuid?.() === 0 ? ['apt-get', []] : ['sudo', ['-n', 'apt-get']]
  runQuietly(program, [...first, 'update'])
  for (const names of alternatives) {
    console.log(`Installing the system package${names.length > 1 ? 's' : ''} ${names.join(' and ')} ...`)
    if (runQuietly(program, [...first, 'install', '-y', '--no-install-recommends', ...names])) return
  }
}
