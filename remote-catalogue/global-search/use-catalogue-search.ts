import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import { loadCatalogue } from '../data/load-category.ts'
import { type CatalogueSearch, createCatalogueSearch } from '../search/catalogue-search.ts'
import { createLazyModule, type LazyModuleState, useLazyModule } from '../ui/lazy-module.ts'

// Built once per page load: the palette opens often, and the index takes a moment to build.
const catalogueSearch = createLazyModule(async () => createCatalogueSearch(await loadCatalogue()))

/** The search over all categories. */
export function useCatalogueSearch(): LazyModuleState<CatalogueSearch> {
  const isHydrating = useIsHydrating()
  const state = useLazyModule(catalogueSearch)
  // The palette may have loaded it before the page is hydrated.
  return isHydrating ? { status: 'loading' } : state
}
