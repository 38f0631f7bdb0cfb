import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { Change } from '../../releases/changes/make-change.ts'
import { findReleaseConflict, type PathConflict } from '../../releases/compatibility/path-claims.ts'
import { findIncompatibilities } from '../../releases/compatibility/shell-compatibility.ts'

interface ReleaseOfApp {
  readonly remote: string
  readonly id: string
}

type ChangeContext = Pick<Change, 'trx' | 'document'>

/** Why more visitors can't get a release, whatever its evidence, as what it needs: paths, or shells and remotes that fit. */
export async function listObstacles(change: ChangeContext, release: ReleaseOfApp): Promise<string[]> {
  const conflict = await findReleaseConflict(change, { ...release, before: change.document })
  return [...describeMissingPaths(conflict), ...(await listMisfits(change, release))]
}

/** What a rollout waits for while another remote has its paths; empty: none has. */
export function describeMissingPaths(conflict: PathConflict | null): string[] {
  return conflict === null ? [] : [`needs its paths: ${conflict.message} ${conflict.hint}`]
}

/**
 * Which live remotes can't run in a release of the shell, or in which shells a release of a remote can't. Visitors of such a shell keep
 * the stable release, and count in neither arm.
 */
export async function listMisfits(
  { trx, document }: ChangeContext,
  { remote, id }: ReleaseOfApp,
): Promise<string[]> {
  if (remote === 'shell') {
    const messages = await findIncompatibilities({ trx, document }, remote, id)
    return messages.map((message) => `needs a release of a remote that runs in it: ${message}`)
  }
  const shells = [document.shell, document.shell?.canary?.release].filter((shell) => shell != null)
  const misfits = shells.map(async (shell) => {
    const messages = await findIncompatibilities({ trx, document: { ...document, shell } }, remote, id)
    return messages.map((message) => `needs to run in shell@${getReleaseId(shell)}: ${message}`)
  })
  return (await Promise.all(misfits)).flat()
}
