import { contractVersion, type RemoteModule } from '@portico/shared/contract/contract.ts'
import { createRoutes } from '@portico/shared/contract/create-routes.ts'
import { manifest } from './manifest.ts'

/** The portfolio's pages; each is a chunk of its own, so that this entry stays tiny. */
export const remote: RemoteModule = {
  contractVersion,
  routes: createRoutes(manifest, {
    home: async () => ({
      Component: (await import(/* webpackChunkName: "home" */ './home/home-route.tsx')).HomeRoute,
    }),
    about: async () => ({
      Component: (await import(/* webpackChunkName: "about" */ './about/about-route.tsx')).AboutRoute,
    }),
    cv: async () => ({
      Component: (await import(/* webpackChunkName: "cv" */ './cv/cv-route.tsx')).CvRoute,
    }),
    contact: async () => ({
      Component: (await import(/* webpackChunkName: "contact" */ './contact/contact-page.tsx')).ContactPage,
    }),
    projects: async () => ({
      Component: (await import(/* webpackChunkName: "projects" */ './projects/projects-route.tsx'))
        .ProjectsRoute,
    }),
    project: async () => ({
      Component: (await import(/* webpackChunkName: "project" */ './project/project-route.tsx')).ProjectRoute,
    }),
    'project-qr': async () => ({
      Component: (await import(/* webpackChunkName: "project-qr" */ './project-qr/project-qr-route.tsx'))
        .ProjectQrRoute,
    }),
    api: async () => ({
      Component: (await import(/* webpackChunkName: "api" */ './api/api-page.tsx')).ApiPage,
    }),
  }),
}
