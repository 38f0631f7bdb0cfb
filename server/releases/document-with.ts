import type { ReleaseDocument } from '@portico/shared/release/document.ts'
import type { Built } from './read-builds.ts'

/** The document in which everyone gets `built`. Pure. */
export function documentWith(document: ReleaseDocument, built: Built): ReleaseDocument {
  const { version, hash } = built.record
  if (built.kind === 'shell') {
    const { js, css, fonts = [], ahead } = built.record
    return { ...document, shell: { version, hash, js, css, fonts, ...(ahead && { ahead }) } }
  }
  const { remote, team, contractVersion, global, entry, pages, ahead } = built.record
  const stable = { version, hash, contractVersion, global, entry, pages, ...(ahead && { ahead }) }
  return { ...document, remotes: { ...document.remotes, [remote]: { team, stable } } }
}
