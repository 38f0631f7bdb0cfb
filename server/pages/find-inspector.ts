import type { ReleaseFile } from '@portico/kit/contract/release-file.ts'
import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { isDevVersion } from '@portico/protocol/release/dev-release.ts'
import { inspectFile, inspectParameter } from '@portico/protocol/release/inspect-parameter.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { Db } from '../database/tables.ts'
import { readShell } from '../releases/compatibility/shell-compatibility.ts'
import type { RemoteSelection } from './selection/match-page.ts'

interface Request {
  /** Path and query, as the browser sent them. */
  readonly address: string
  readonly document: DiscoveryDocument
  readonly remotes: readonly RemoteSelection[]
}

const asksForIt = (address: string) =>
  address.includes(inspectParameter) &&
  new URLSearchParams(address.slice(address.indexOf('?') + 1)).has(inspectParameter)

/** Finds the script of the inspector for a page that shows it: one with `?inspect`, or one of a development session. */
export function createInspectorFinder({ db }: { readonly db: Db }) {
  let known: { readonly shell: string; readonly file: ReleaseFile | null } | undefined
  async function find(document: DiscoveryDocument, shell: string): Promise<ReleaseFile | null> {
    const found = (await readShell(db, document))?.files[inspectFile]
    known = { shell, file: found === undefined ? null : { file: inspectFile, integrity: found.integrity } }
    return known.file
  }
  return ({ address, document, remotes }: Request): ReleaseFile | null | Promise<ReleaseFile | null> => {
    const isShown = asksForIt(address) || remotes.some(({ release }) => isDevVersion(release.version))
    if (!isShown || document.shell === null) return null
    const shell = getReleaseId(document.shell)
    return known?.shell === shell ? known.file : find(document, shell)
  }
}
