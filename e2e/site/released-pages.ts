import { readdirSync } from 'node:fs'
import { getReleaseFolder } from '@portico/kit/paths.ts'
import type { DiscoveryDocument, DiscoveryRelease } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { VisitorState } from './accounts.ts'
import { root } from './start-site.ts'

const remotePrefix = 'remote-'

/** Lists the remotes in the repository: known before any site runs, so tests can be named after them. */
export function listRemotes(): string[] {
  return readdirSync(root)
    .filter((folder) => folder.startsWith(remotePrefix))
    .map((folder) => folder.slice(remotePrefix.length))
}

/** Returns the stable release of a remote. Throws if the site has none. */
export function getRelease(releases: DiscoveryDocument, remote: string): DiscoveryRelease {
  const released = releases.remotes[remote]
  if (released === undefined) throw new Error(`The discovery document does not list ${remote}.`)
  return released.stable
}

/** Returns the URL folder of a remote's stable release: `/r/<remote>/<id>/`. */
export function getFolder(releases: DiscoveryDocument, remote: string): string {
  return getReleaseFolder(remote, getReleaseId(getRelease(releases, remote)))
}

/** A page of a published release. */
export type ReleasedPage = DiscoveryRelease['pages'][number]

type Access = ReleasedPage['access']

/** What a page runs for whom: the same for pages that differ in their data alone. */
export function getCode({ access, js }: ReleasedPage): string {
  // The chunks of the catalogue's data are named after their files.
  return [access, ...js.map(({ file }) => file).filter((file) => !file.endsWith('-json.js'))].join(' ')
}

/** The access groups of the pages each visitor sees (specification, section 2). */
export const visibleAccess: Readonly<Record<VisitorState, readonly Access[]>> = {
  'signed out': ['auth', 'open'],
  unverified: ['verify', 'logout'],
  'signed in': ['logout', 'open', 'private'],
}

/** Values for path parameters that exist in content/projects. */
const exampleParameters: Readonly<Record<string, string>> = { name: 'bot-qr' }

/** Fills in the parameters of a page's path: `/projects/bot-qr/qr`. */
export function toAddress(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? (exampleParameters[segment.slice(1)] ?? segment) : segment))
    .join('/')
}

// Pages that show one item of many have its name as their title.
const itemTitles: Readonly<Record<string, string>> = { '/projects/:name': 'Bot QR' }

/** Returns the title a visitor sees at `toAddress(path)`. */
export function getTitle({ path, title }: { readonly path: string; readonly title: string }): string {
  return itemTitles[path] ?? title
}
