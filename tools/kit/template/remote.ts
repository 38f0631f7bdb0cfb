import type { RemoteModule } from '@portico/kit/contract/contract.ts'
import { createRoutes } from '@portico/kit/contract/create-routes.ts'
import { manifest } from './manifest.ts'

/** What the shell loads. Each page is a separate chunk, so that this entry stays small. */
export const remote: RemoteModule = {
  routes: createRoutes(
    manifest,
    (route) => import(/* webpackChunkName: "[request]" */ `./pages/${route}/route.tsx`),
  ),
}
