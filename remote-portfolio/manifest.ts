import type { RemoteManifest } from '@portico/kit/contract/manifest.ts'
import { selections } from './content/selections.ts'
import { searchParameter, tagParameter } from './pages/projects/parameters.ts'

const home = {
  access: 'open',
  title: 'HomePage',
  route: 'home',
  content: selections.home,
  prerender: true,
} as const

/** The portfolio's pages: each one names the folder in `pages/` that renders it, who may see it, and the owner's content it shows. */
export const manifest: RemoteManifest = {
  name: 'portfolio',
  team: 'Portfolio team',
  contractVersion: 2,
  pages: [
    { path: '/', ...home },
    { path: '/home', ...home },
    {
      path: '/about',
      access: 'private',
      title: 'About Us',
      route: 'about',
      content: selections.about,
      prerender: true,
    },
    { path: '/cv', access: 'private', title: 'CV', route: 'cv', content: selections.cv, prerender: true },
    { path: '/contact', access: 'private', title: 'Contact Us', route: 'contact', prerender: true },
    {
      path: '/projects',
      access: 'private',
      title: 'Projects',
      route: 'projects',
      content: selections.projects,
      prerender: { except: [tagParameter, searchParameter] },
    },
    {
      path: '/projects/:name',
      access: 'private',
      title: 'Project',
      route: 'project',
      content: selections.project,
      prerender: true,
    },
    {
      path: '/projects/:name/qr',
      access: 'private',
      title: 'Wa Bot Qr Gen',
      route: 'project-qr',
      content: selections.bot,
      prerender: true,
    },
    {
      path: '/first-run',
      access: 'open',
      title: 'First Run',
      route: 'first-run',
      content: selections.firstRun,
      prerender: true,
    },
  ],
}
