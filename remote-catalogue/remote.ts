import type { RemoteModule, RemoteRoute } from '@portico/kit/contract/contract.ts'
import { createRoutes } from '@portico/kit/contract/create-routes.ts'
import type { ComponentType } from 'react'
import { categories } from './data/categories.build.ts'
import { getCategoryChunk, loadCategory } from './data/load-category.ts'
import { manifest } from './manifest.ts'

/** The catalogue: the overview, one listing for each category, the search in the command palette, and a showcase. */
export const remote: RemoteModule = {
  search: {
    lazy: async () => ({ Component: (await loadSearch()).PaletteSearch }),
  },
  showcases: {
    '/api': { lazy: () => import(/* webpackChunkName: "showcase" */ './pages/overview/showcase.tsx') },
  },
  routes: [
    ...createRoutes(
      { ...manifest, pages: manifest.pages.filter(({ route }) => route !== undefined) },
      (route) => import(/* webpackChunkName: "[request]" */ `./pages/${route}/route.tsx`),
    ),
    ...categories.flatMap(({ file }) =>
      // The manifest decides at which path.
      manifest.pages
        .filter(({ chunks }) => chunks?.includes(getCategoryChunk(file)))
        .map(({ path }) => ({ path, lazy: createListingRoute(file) })),
    ),
  ],
}

/** Loads the screen and the rows in parallel. */
function createListingRoute(file: string): RemoteRoute['lazy'] {
  let Component: ComponentType | undefined
  return async () => {
    const [screen, category] = await Promise.all([loadListing(), loadCategory(file)])
    const created = await screen.createListing(category)
    // Return the same component on every call: a new one would unmount open entries.
    Component ??= created
    return { Component }
  }
}

function loadSearch() {
  return import(/* webpackChunkName: "global-search" */ './global-search/palette-search.tsx')
}

function loadListing() {
  return import(/* webpackChunkName: "listing" */ './pages/listing/listing.tsx')
}
