import { contractVersion, type RemoteModule, type RemoteRoute } from '@portico/shared/contract/contract.ts'
import type { ComponentType } from 'react'
import { loadCategory } from './data/load-category.ts'
import { manifest } from './manifest.ts'

/** The catalogue: one listing screen over the data of eighteen categories. */
export const remote: RemoteModule = {
  contractVersion,
  search: {
    lazy: async () => ({ Component: (await loadFinder()).SiteFinder }),
  },
  routes: manifest.pages.map(({ path, chunks: [file = ''] = [] }) => ({ path, lazy: createLazyPage(file) })),
}

/** The screen and the rows are fetched at the same time: neither waits for the other. */
function createLazyPage(file: string): RemoteRoute['lazy'] {
  let Component: ComponentType | undefined
  return async () => {
    const [screen, category] = await Promise.all([loadScreen(), loadCategory(file)])
    // One component for all calls: another one would close what the visitor has unfolded.
    Component ??= screen.listingOf(category)
    return { Component }
  }
}

function loadFinder() {
  return import(/* webpackChunkName: "finder" */ './global-search/global-search.tsx')
}

function loadScreen() {
  return import(/* webpackChunkName: "listing" */ './listing/listing.tsx')
}
