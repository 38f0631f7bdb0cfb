import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

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
