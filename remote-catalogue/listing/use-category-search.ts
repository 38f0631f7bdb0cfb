import { useEffect, useState } from 'react'
import type { Category } from '../data/schema.ts'
import type { CatalogueSearch } from '../search/catalogue-search.ts'
import { createLazyModule, type LazyModule, type LazyModuleState, useLazyModule } from '../ui/lazy-module.ts'
import { variantListModule } from './variants/lazy-variant-list.tsx'

type SearchModule = typeof import('./search-module.ts')

const searchModule: LazyModule<SearchModule> = createLazyModule(
  () => import(/* webpackChunkName: "explore" */ './search-module.ts'),
)

/** The search: its code and the category's index. */
export interface CategorySearch {
  readonly module: LazyModuleState<SearchModule>
  /** null while it is being built. */
  readonly search: CatalogueSearch | null
}

/** Loads the search on first use; prefetches its code in idle time. */
export function useCategorySearch(category: Category, isWanted: boolean): CategorySearch {
  useEffect(fetchWhenIdle, [])
  const module = useLazyModule(searchModule, isWanted)
  const [search, setSearch] = useState<CatalogueSearch | null>(null)
  const make = module.status === 'loaded' && isWanted ? module.module.createCatalogueSearch : null
  useEffect(() => {
    if (make === null) return
    const leaving = new AbortController()
    make([category], leaving.signal).then(setSearch, (error: unknown) => {
      if (!leaving.signal.aborted) throw error
    })
    return () => leaving.abort()
  }, [make, category])
  return { module, search }
}

/** Long enough for the first paint, for browsers without `requestIdleCallback` (Safari). */
const idleAfterMs = 500

function fetchWhenIdle(): () => void {
  // Ignored: the component that needs a module retries and handles the error.
  const fetchNow = () => {
    for (const chunk of [searchModule, variantListModule]) void chunk.load().catch(() => {})
  }
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(fetchNow, { timeout: 2000 })
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(fetchNow, idleAfterMs)
  return () => clearTimeout(timer)
}
