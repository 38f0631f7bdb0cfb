import type { RemoteManifest } from '@portico/kit/contract/manifest.ts'
import { api } from './api.ts'

/** The remote's pages: each one names the folder in `pages/` that renders it, and who may see it. */
export const manifest: RemoteManifest = {
  name: 'weather',
  team: 'Weather team',
  contractVersion: 2,
  origins: { connect: [api] },
  pages: [
    { path: '/weather', access: 'open', title: 'Weather', route: 'home', listed: true, prerender: true },
    { path: '/weather/:city', access: 'open', title: 'Weather in a city', route: 'city', prerender: true },
  ],
}
