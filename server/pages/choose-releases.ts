import type { ChosenRemote, ReleaseDocument } from '@portico/shared/release/document.ts'
import type { ReleasedRemote } from './match-page.ts'

/** The remotes of a document as one visitor gets them. */
export function chooseReleases(document: ReleaseDocument): ReleasedRemote[] {
  return Object.entries(document.remotes).map(([name, { team, stable }]) => ({ name, team, release: stable }))
}

/** A remote as the shell gets it. */
export function withoutFiles({ release, ...remote }: ReleasedRemote): ChosenRemote {
  const { ahead: _ahead, ...loaded } = release
  const pages = release.pages.map(({ js: _js, css: _css, chunks: _chunks, ...page }) => page)
  return { ...remote, release: { ...loaded, pages } }
}
