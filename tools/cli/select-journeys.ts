import { execFileSync } from 'node:child_process'
import { root } from '../system/run-command.ts'

/**
 * The arguments with which Playwright runs the journeys that the changes since a commit can affect. A journey imports neither the
 * apps nor the server that it opens, so a change there affects every journey; any other only those that import it.
 */
export function selectJourneys(changedSince: string | null): readonly string[] {
  if (changedSince === null || listChangedFiles(changedSince).some(isOpenedByJourneys)) return []
  return [`--only-changed=${changedSince}`, '--pass-with-no-tests']
}

/** The files that differ from a commit, also those which git doesn't know yet. */
function listChangedFiles(commit: string): string[] {
  const list = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).split('\n').filter(Boolean)
  try {
    return [
      ...list('diff', '--name-only', commit, '--'),
      ...list('ls-files', '--others', '--exclude-standard'),
    ]
  } catch (cause) {
    throw new Error(`Expected a commit of this repository after --since, got "${commit}".`, { cause })
  }
}

/** Whether a file is part of what journeys open in a browser or start as a program. */
export function isOpenedByJourneys(file: string): boolean {
  const isTest = /\.(?:test|properties|soak)\.|(?:^|\/)testing\/|\.md$/.test(file)
  const isElsewhere = /^(?:docs|e2e|bench|\.github|\.ci)\//.test(file)
  const isContent = file.startsWith('content/')
  return isContent || !(isTest || isElsewhere)
}
