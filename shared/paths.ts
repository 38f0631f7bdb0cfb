/** Every path shape of the server. Pages of the site own everything else. */
export const paths = {
  health: '/-/health',
  /** Prefix of the account API: `account/account-paths.ts` */
  account: '/-/account',
  discovery: '/-/discovery.json',
  frontendDiscovery: '/-/discovery/v1-pre.json',
  /** Calls of teams: publishing and staging. `docs/release-api.md` */
  publish: '/-/releases',
  rollouts: '/-/rollouts',
  remotes: '/-/remotes',
  previews: '/-/previews',
  /** Link of a preview: `/-/preview/<signed>` */
  preview: '/-/preview/',
  /** Ends every preview of this browser. */
  previewEnd: '/-/preview-end',
  /** Files of a remote under development on this machine: `/-/local/<remote>/<file>` */
  local: '/-/local/',
  tokens: '/-/tokens',
  events: '/-/events',
  /** Where browsers report their loads. */
  beacon: '/-/beacon',
  mailbox: '/-/mailbox',
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  /** The sandbox of the provider's API, where the owner has configured no base. */
  sandbox: '/-/sandbox/',
  releases: '/r',
} as const

/** Folder of a release's files: `/r/catalogue/1.2.0-0a1b2c3d/`. */
export function getReleaseFolder(remote: string, id: string): string {
  return `${paths.releases}/${remote}/${id}/`
}

/** Folder of a remote that is served by another program of this machine, for the browser that previews it. */
export function getLocalFolder(remote: string): string {
  return `${paths.local}${remote}/`
}

/**
 * The same files under another address: `/r/catalogue/1.2.0-0a1b2c3d/~2/`. A browser never asks again for an
 * address that hangs, and chunks derive their address from the entry's, so a retry needs a new folder.
 */
export function getRetryFolder(folder: string, attempt: number): string {
  return attempt === 1 ? folder : `${folder}~${attempt}/`
}
