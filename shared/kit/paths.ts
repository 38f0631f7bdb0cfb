const releasesPath = '/r' // alone: the host plugin needs no other path

/** Paths of the server; those that no page needs are in `shared/protocol/console-paths.ts`. All others belong to pages. */
export const paths = {
  health: '/-/health',
  healthLive: '/-/health/live',
  healthReady: '/-/health/ready',
  /** Prefix of the account API: `account/account-paths.ts` */
  account: '/-/account',
  discovery: '/-/discovery.json',
  frontendDiscovery: '/-/discovery/v1-pre.json',
  /** Figures about the releases, for everyone: `site/site-figures.ts` */
  figures: '/-/figures.json',
  /** The release API, for teams: `docs/release-api.md` */
  publish: '/-/releases',
  rollouts: '/-/rollouts',
  remotes: '/-/remotes',
  previews: '/-/previews',
  /** Link of a preview: `/-/preview/<signed>` */
  preview: '/-/preview/',
  /** Tells a browser with a development session which build is its newest. */
  previewChanges: '/-/preview-changes',
  /** Reloads a page with a development session when there is a newer build. */
  previewScript: '/-/preview.js',
  /** Ends all previews in this browser. */
  previewEnd: '/-/preview-end',
  /** A prerendered layout, in which a check hydrates pages: `shared/protocol/release/site-layout.ts` */
  layout: '/-/layout',
  /** Redirects to the newest remote kit: `npx <site>/-/kit.tgz create <name>`. */
  kit: '/-/kit.tgz',
  /** Folder of every published kit: `/-/kit/<id>.tgz` */
  kits: '/-/kit',
  tokens: '/-/tokens',
  ownToken: '/-/tokens/current',
  events: '/-/events',
  /** The newest event that the site has recorded, signed. */
  eventsHead: '/-/events/head',
  /** Sends a test notification to every configured channel. */
  notifyTest: '/-/notifications/test',
  /** Prometheus metrics, if they are configured. */
  metrics: '/-/metrics',
  /** Pages with addresses similar to one that doesn't exist: `release/close-matches.ts` */
  closeMatches: '/-/close-matches',
  /** Folder of images of the bots' pairing codes: `/-/pairing/<bot>.svg` */
  pairing: '/-/pairing/',
  /** Receives load reports from browsers. */
  beacon: '/-/beacon',
  mailbox: '/-/mailbox',
  /** The owner's content: `/-/content/<hash>.json`, and its images in `/-/content/media/`. */
  content: '/-/content',
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  favicon: '/favicon.ico',
  touchIcon: '/apple-touch-icon.png',
  smallIcon: '/icon-192.png',
  largeIcon: '/icon-512.png',
  maskableIcon: '/icon-maskable-512.png',
  webManifest: '/site.webmanifest',
  /** The site's Open Graph image; not below `/-/`, from which robots.txt excludes the sites that show it. */
  siteImage: '/open-graph.png',
  /** The API sandbox, used if the owner configures no `apiBase`. */
  sandbox: '/-/sandbox/',
  releases: releasesPath,
} as const

/** Returns the folder of a release's files: `/r/catalogue/1.2.0-0a1b2c3d/`. */
export function getReleaseFolder(remote: string, id: string): string {
  return `${releasesPath}/${remote}/${id}/`
}

/**
 * Returns the same files under another URL: `/r/catalogue/1.2.0-0a1b2c3d/~2/`. A browser doesn't repeat a request that
 * hangs, and chunks derive their URL from the entry's, so a retry needs a new folder.
 */
export function getRetryFolder(folder: string, attempt: number): string {
  return attempt === 1 ? folder : `${folder}~${attempt}/`
}

/** A path within a release's folder, as on the first attempt. */
export function withoutAttempt(path: string): string {
  return path.replace(/^~\d{1,3}\//, '')
}
