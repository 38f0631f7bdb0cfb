import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { limitsGuide } from '@portico/protocol/publish/limits-guide.ts'
import { getReleaseHash, listInputs } from '../../build/get-release-hash.ts'
import { readPackage } from '../../build/read-sources.ts'
import { kitReadme } from './list-files.ts'

/** What the kit has besides the tools. */
const inputs = {
  reads: ['docs/contract', limitsGuide, kitReadme, 'biome.json', 'package.json'],
  hasCommands: true,
}

/**
 * The id of the kit of the sources in `root`, which is also its version: `1.2.0-20261125135522-0a1b2c3d`. It has the
 * version of the project, the time of the last change and a hash of the contents, like a pseudo-version of Go. So every
 * kit has a version of its own, and npm orders those of one version by their age.
 */
export function getKitId(root: string): string {
  const files = [...listInputs(root, 'tools', inputs), 'package-lock.json']
  const hash = getReleaseHash(root, 'tools', inputs)
  return toKitId(readPackage(root, '.').version, getSourceTime(root, files), hash)
}

/** Joins the parts of an id. Kits of a prerelease have its number, too: the time says which one is newer. */
export function toKitId(version: string, time: Date, hash: string): string {
  const digits = time.toISOString().replace(/\D/g, '').slice(0, 'yyyymmddhhmmss'.length)
  // A hyphen before the hash: after a dot, one without letters would be a number, which must not begin with 0.
  return `${version.replace(/-.*/, '')}-${digits}-${hash}`
}

/**
 * When these files of `root` were last changed: the time of the commit, which is the same in every clone. Changes that are
 * not committed, and a folder without Git, have only the times of the files.
 */
export function getSourceTime(root: string, files: readonly string[]): Date {
  return readCommitTime(root, files) ?? readNewestTime(root, files)
}

function readCommitTime(root: string, files: readonly string[]): Date | null {
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', args, { cwd: root, input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] })
  try {
    const folders = [...new Set(files.map((file) => file.split('/')[0] ?? ''))]
    const flags = ['--porcelain', '-z', '--no-renames', '--untracked-files=all']
    const status = git(['status', ...flags, '--', ...folders])
    const sources = new Set(files)
    const changed = status.split('\0').map((line) => line.slice('XY '.length))
    if (changed.some((file) => sources.has(file))) return null
    const seconds = git(['log', '-1', '--format=%ct', '--stdin'], ['HEAD', '--', ...files, ''].join('\n'))
    return seconds === '' ? null : new Date(Number(seconds) * 1_000)
  } catch {
    return null // no Git, or no repository
  }
}

function readNewestTime(root: string, files: readonly string[]): Date {
  return new Date(Math.max(...files.map((file) => statSync(join(root, file)).mtimeMs)))
}
