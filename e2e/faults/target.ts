import type { DocumentRelease, ReleaseDocument } from '@portico/shared/release/document.ts'
import type { ReleaseFile } from '@portico/shared/release/release-record.ts'
import { addressOf, folderOf, openTo, releaseOf } from '../site/released-pages.ts'

/** A page that a fault shall hit, and the files that it is made of. */
export interface Target {
  readonly remote: string
  readonly team: string
  readonly address: string
  readonly title: string
  readonly files: Readonly<Record<'entry' | 'chunk' | 'style', TargetFile>>
}

/** A file, whichever attempt asks for it. */
interface TargetFile {
  readonly integrity: string
  readonly pattern: RegExp
}

/** A page of `remote` that a signed-in visitor sees and that has a script and a style of its own. */
export function targetOf(releases: ReleaseDocument, remote: string): Target {
  const release = releaseOf(releases, remote)
  const page = release.pages.find((candidate) => isFit(candidate))
  const chunk = page?.js.at(-1)
  const style = page?.css.at(-1)
  if (!page || !chunk || !style)
    throw new Error(`${remote} has no page with a script and a style of its own.`)
  const folder = folderOf(releases, remote)
  return {
    remote,
    team: releases.remotes[remote]?.team ?? '',
    address: addressOf(page.path),
    title: page.title,
    files: {
      entry: fileIn(folder, release.entry),
      chunk: fileIn(folder, chunk),
      style: fileIn(folder, style),
    },
  }
}

function isFit({ access, js, css }: DocumentRelease['pages'][number]): boolean {
  return openTo['signed in'].includes(access) && access !== 'logout' && js.length > 1 && css.length > 0
}

function fileIn(folder: string, { file, integrity }: ReleaseFile): TargetFile {
  const quoted = `${folder}(?:~\\d+/)?${file}`.replaceAll('.', '\\.')
  return { integrity, pattern: new RegExp(`${quoted}$`) }
}
