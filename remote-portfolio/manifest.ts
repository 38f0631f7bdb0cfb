import type { RemoteManifest } from '@portico/shared/release/manifest.ts'
import { hasSampleContent } from './pages/first-run/has-sample-content.build.ts'
import { searchParameter, tagParameter } from './pages/projects/parameters.ts'

/** Disappears with the sample content. */
const firstRun = {
  path: '/first-run',
  access: 'open',
  title: 'First Run',
  route: 'first-run',
  prerender: true,
} as const

/** The portfolio's pages: each one names the folder in `pages/` that renders it, and who may see it. */
export const manifest: RemoteManifest = {
  name: 'portfolio',
  team: 'Portfolio team',
  contractVersion: 2,
  pages: [
    { path: '/', access: 'open', title: 'HomePage', route: 'home', prerender: true },
    { path: '/home', access: 'open', title: 'HomePage', route: 'home', prerender: true },
    { path: '/about', access: 'private', title: 'About Us', route: 'about', prerender: true },
    { path: '/cv', access: 'private', title: 'CV', route: 'cv', prerender: true },
    { path: '/contact', access: 'private', title: 'Contact Us', route: 'contact', prerender: true },
    {
      path: '/projects',
      access: 'private',
      title: 'Projects',
      route: 'projects',
      prerender: { except: [tagParameter, searchParameter] },
    },
    { path: '/projects/:name', access: 'private', title: 'Project', route: 'project', prerender: true },
    { path: '/projects/:name/qr', access: 'private', title: 'Wa Bot Qr Gen', route: 'project-qr' },
    ...(hasSampleContent ? [firstRun] : []),
  ],
}
