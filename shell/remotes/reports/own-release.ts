import type { DiscoveryDocument, SelectedShell } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { ReportedRelease } from '../active-releases.ts'

/** This shell as reports name it, by the folder of its files; null: it has no rollout. */
export function toReportedShell(shell: SelectedShell | undefined, folder: string): ReportedRelease | null {
  const [, release = '', version, hash] = /\/((\d[^/]*)-([0-9a-f]{8}))\/$/.exec(folder) ?? []
  if (shell?.rollout === undefined || version === undefined || hash === undefined) return null
  const { rollout } = shell
  const arm = release === shell.release ? shell.arm : 'fallback'
  return { arm, remote: { name: 'shell', rollout, release: { version, hash, pages: [] } } }
}

/** Whether visitors no longer get the shell whose files are in `folder`: it was rolled back, or another one came. */
export function isWithdrawn(
  folder: string,
  selected: SelectedShell | undefined,
  now: DiscoveryDocument['shell'],
): boolean {
  if (now === null || selected?.arm === 'preview') return false
  const { canary } = now
  const offered = canary !== undefined && canary.rollout === selected?.rollout ? [now, canary.release] : [now]
  return !offered.some((release) => folder.endsWith(`/${getReleaseId(release)}/`))
}
