import { contractVersion, type RemoteModule } from '@portico/shared/contract/contract.ts'
import { createRoutes } from '@portico/shared/contract/create-routes.ts'
import { manifest } from './manifest.ts'

/** The portfolio's pages; each is a chunk of its own, so that this entry stays tiny. */
export const remote: RemoteModule = {
  contractVersion,
  routes: createRoutes(manifest, {
    home: async () => ({
      Component: (await import(/* webpackChunkName: "home" */ './pages/home/home-route.tsx')).HomeRoute,
    }),
    about: async () => ({
      Component: (await import(/* webpackChunkName: "about" */ './pages/about/about-route.tsx')).AboutRoute,
    }),
    cv: async () => ({
      Component: (await import(/* webpackChunkName: "cv" */ './pages/cv/cv-route.tsx')).CvRoute,
    }),
    contact: async () => ({
      Component: (await import(/* webpackChunkName: "contact" */ './pages/contact/contact-page.tsx'))
        .ContactPage,
    }),
    projects: async () => ({
      Component: (await import(/* webpackChunkName: "projects" */ './pages/projects/projects-route.tsx'))
        .ProjectsRoute,
    }),
    project: async () => ({
      Component: (await import(/* webpackChunkName: "project" */ './pages/project/project-route.tsx'))
        .ProjectRoute,
    }),
    'project-qr': async () => ({
      Component: (
        await import(/* webpackChunkName: "project-qr" */ './pages/project-qr/project-qr-route.tsx')
      ).ProjectQrRoute,
    }),
    api: async () => ({
      Component: (await import(/* webpackChunkName: "api" */ './api/api-page.tsx')).ApiPage,
    }),
  }),
}
