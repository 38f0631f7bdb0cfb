import type { RemoteManifest } from '@portico/kit/contract/manifest.ts'

/** The remote's pages: each one names the folder in `pages/` that renders it, and who may see it. */
export const manifest: RemoteManifest = {
  name: 'weather',
  team: 'Weather team',
  contractVersion: 2,
  pages: [
    { path: '/weather', access: 'open', title: 'Weather', route: 'home', listed: true, prerender: true },
  ],
}
