import type { RemoteModule } from '@portico/kit/contract/contract.ts'
import { createRoutes } from '@portico/kit/contract/create-routes.ts'
import { manifest } from './manifest.ts'

/** The portfolio's pages, and its projects for the search. Each route is a separate chunk, so that this entry stays small. */
export const remote: RemoteModule = {
  destinations: {
    lazy: async (content) => {
      const [{ getDestinations }, all] = await Promise.all([
        import(/* webpackChunkName: "destinations" */ './content/destinations.ts'),
        content?.load(),
      ])
      return { destinations: all === undefined ? [] : getDestinations(all) }
    },
  },
  routes: createRoutes(
    manifest,
    (route) => import(/* webpackChunkName: "[request]" */ `./pages/${route}/route.tsx`),
  ),
}
