import { readdirSync } from 'node:fs'
import { getReleaseFolder } from '@portico/shared/paths.ts'
import type { DiscoveryDocument, DiscoveryRelease } from '@portico/shared/release/discovery-document.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import type { VisitorState } from './accounts.ts'
import { root } from './start-site.ts'

const remotePrefix = 'remote-'

/** Names of the remotes that the repository holds: known before any site runs, so that tests can be named after them. */
export function listRemotes(): string[] {
  return readdirSync(root)
    .filter((folder) => folder.startsWith(remotePrefix))
    .map((folder) => folder.slice(remotePrefix.length))
}

/** The release of a remote. Throws where the site has none. */
export function getRelease(releases: DiscoveryDocument, remote: string): DiscoveryRelease {
  const released = releases.remotes[remote]
  if (released === undefined) throw new Error(`The release document does not name ${remote}.`)
  return released.stable
}

/** Folder of a remote's release: `/r/<remote>/<id>/`. */
export function getFolder(releases: DiscoveryDocument, remote: string): string {
  return getReleaseFolder(remote, getReleaseId(getRelease(releases, remote)))
}

type Access = DiscoveryRelease['pages'][number]['access']

/** Which pages a visitor sees (specification, section 2). */
export const visibleAccess: Readonly<Record<VisitorState, readonly Access[]>> = {
  'signed out': ['auth', 'open'],
  unverified: ['verify', 'logout'],
  'signed in': ['logout', 'open', 'private'],
}

// Values for parameters of paths, as content/projects has them.
const parameters: Readonly<Record<string, string>> = { ':name': 'sample-bot' }

/** An address that a page's path stands for: `/projects/sample-bot/qr`. */
export function toAddress(path: string): string {
  return path
    .split('/')
    .map((segment) => parameters[segment] ?? segment)
    .join('/')
}

// Pages that show one of many things name it in their title.
const ownTitles: Readonly<Record<string, string>> = { '/projects/:name': 'Sample bot' }

/** The title of a page, as the visitor sees it at `toAddress` its path. */
export function getTitle({ path, title }: { readonly path: string; readonly title: string }): string {
  return ownTitles[path] ?? title
}
