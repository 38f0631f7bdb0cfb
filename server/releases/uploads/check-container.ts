import type { Failure } from '@portico/protocol/publish/release-api.ts'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import { rebuildHint } from '../compatibility/shell-compatibility.ts'

/** Whether a release's container can be on one page with those of the live remotes and of its own other releases. */
export function checkContainer(record: ReleaseRecord, remotes: readonly ReleaseRecord[]): Failure {
  return (
    checkKind(record, remotes) ??
    (record.kind === undefined ? checkGlobal(record) : checkName(record, remotes)) ??
    checkPlace(record)
  )
}

const kinds = { federated: 'a federated remote for other hosts', app: 'an application' }

/** A remote stays what it is: visitors' pages and hosts would load the other kind as their own. */
function checkKind({ remote, kind }: ReleaseRecord, remotes: readonly ReleaseRecord[]): Failure {
  const live = remotes.find((other) => other.remote === remote)
  if (live === undefined || live.kind === kind) return null
  const describe = (known: ReleaseRecord['kind']) =>
    known === undefined ? 'a remote with pages of this site' : kinds[known]
  return {
    message: `release.json: ${remote} is ${describe(live.kind)}; expected another release of it, got ${describe(kind)}.`,
    hint: 'Publish it under another name.',
  }
}

/** Two containers of one name on a page would run each other's code. */
function checkName({ remote, global }: ReleaseRecord, remotes: readonly ReleaseRecord[]): Failure {
  const other = remotes.find((live) => live.remote !== remote && live.global === global)
  if (other === undefined) return null
  return {
    message: `release.json: the container is called ${global}, like that of ${other.remote}; a page can have only one.`,
    hint: 'Change `name` in the options of the federation plugin, and build again.',
  }
}

/** The build of an application has no hashes of what it loads. */
function checkPlace({ kind, baseUrl }: ReleaseRecord): Failure {
  if (kind !== 'app' || baseUrl === undefined) return null
  return {
    message: `release.json: expected an application whose files come from the site, got ${baseUrl}.`,
    hint: 'Browsers could not check them there. Publish it without --at.',
  }
}

function checkGlobal({ global, hash }: ReleaseRecord): Failure {
  if (global.endsWith(hash)) return null
  return {
    message: `release.json: global: expected a name that ends with ${hash}, got "${global}".`,
    hint: `Otherwise two releases on one page would run each other's code. ${rebuildHint}`,
  }
}
