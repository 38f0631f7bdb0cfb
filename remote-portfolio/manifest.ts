import { contractVersion } from '@portico/shared/contract/contract.ts'
import type { RemoteManifest } from '@portico/shared/release/manifest.ts'

/** The portfolio's face: its pages, who may see them and the chunks that they need at once. */
export const manifest: RemoteManifest = {
  name: 'portfolio',
  team: 'Portfolio team',
  contractVersion,
  pages: [
    { path: '/', access: 'open', title: 'HomePage', chunks: ['home'] },
    { path: '/home', access: 'open', title: 'HomePage', chunks: ['home'] },
    { path: '/about', access: 'private', title: 'About Us', chunks: ['about'] },
    { path: '/cv', access: 'private', title: 'CV', chunks: ['cv'] },
    { path: '/contact', access: 'private', title: 'Contact Us', chunks: ['contact'] },
    { path: '/projects', access: 'private', title: 'Projects', chunks: ['projects'] },
    { path: '/projects/:name', access: 'private', title: 'Project', chunks: ['project'] },
    { path: '/projects/:name/qr', access: 'private', title: 'Wa Bot Qr Gen', chunks: ['project-qr'] },
    { path: '/api', access: 'private', title: 'Api', chunks: ['api'] },
  ],
}
