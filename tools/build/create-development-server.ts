import type { ServerConfig } from '@rsbuild/core'
import { refuseOtherSites } from '../system/own-request.ts'

/** Where `npm run dev` puts the owner's content. */
export const developmentContent = '.cache/dev-content'

/**
 * The development server: serves built files and hot updates, and proxies everything else to the site's server
 * (`SITE_ADDRESS`), so that there is one address.
 */
export function createDevelopmentServer(
  environment: Readonly<Record<string, string | undefined>>,
): ServerConfig {
  const target = environment.SITE_ADDRESS
  if (target === undefined) return {}
  return {
    host: '127.0.0.1',
    allowedHosts: [], // only addresses and `localhost`: another site could point its name here, and read the sources
    port: Number(environment.PORT),
    strictPort: true,
    // Before the bundler's own listener, which accepts every origin.
    setup: ({ server }) => void server.httpServer?.on('upgrade', refuseOtherSites),
    printUrls: false,
    htmlFallback: false,
    cors: false,
    proxy: [{ target, pathFilter: (path) => !path.startsWith('/r/') && path !== '/rsbuild-hmr' }],
  }
}
