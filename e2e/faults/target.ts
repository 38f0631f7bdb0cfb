import { getReleaseFolder, getRetryFolder } from '@portico/shared/paths.ts'
import type { DiscoveryDocument, DiscoveryRelease } from '@portico/shared/release/discovery-document.ts'
import type { ReleaseFile } from '@portico/shared/release/release-file.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { getRelease, toAddress, visibleAccess } from '../site/released-pages.ts'

/** A part that a page of a remote is made of. */
export type Part = 'entry' | 'chunk' | 'style'

/** A page that a fault shall hit, and the files that it is made of. */
export interface Target {
  readonly remote: string
  readonly team: string
  readonly address: string
  readonly title: string
  readonly files: Readonly<Record<Part, TargetFile>>
}

/** A file, whichever attempt asks for it. */
interface TargetFile {
  readonly integrity: string
  readonly pattern: RegExp
  /** Its address when the page is tried for the `attempt`th time, counted from 1. */
  readonly address: (attempt: number) => string
}

/** A page of `remote` that a signed-in visitor sees and that has a script and a style of its own. */
export function findTarget(releases: DiscoveryDocument, remote: string): Target {
  const release = getRelease(releases, remote)
  const page = release.pages.find((candidate) => isFit(candidate))
  const chunk = page?.js.at(-1)
  const style = page?.css.at(-1)
  if (!page || !chunk || !style)
    throw new Error(`${remote} has no page with a script and a style of its own.`)
  const fileIn = fileOf(remote, getReleaseId(release))
  return {
    remote,
    team: releases.remotes[remote]?.team ?? '',
    address: toAddress(page.path),
    title: page.title,
    files: {
      entry: fileIn(release.entry),
      chunk: fileIn(chunk),
      style: fileIn(style),
    },
  }
}

function isFit({ access, js, css }: DiscoveryRelease['pages'][number]): boolean {
  return visibleAccess['signed in'].includes(access) && access !== 'logout' && js.length > 1 && css.length > 0
}

function fileOf(remote: string, release: string): (file: ReleaseFile) => TargetFile {
  return ({ file, integrity }) => {
    const address = (attempt: number) => getRetryFolder(getReleaseFolder(remote, release), attempt) + file
    const quoted = `${getReleaseFolder(remote, release)}(?:~\\d+/)?${file}`.replaceAll('.', '\\.')
    return { integrity, address, pattern: new RegExp(`${quoted}$`) }
  }
}
