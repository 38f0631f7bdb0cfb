import { maySpendData } from '@portico/kit/may-spend-data.ts'
import { useEffect, useState } from 'react'
import type { Category } from '../../data/schema.ts'
import { detailModule } from '../../endpoint/lazy-endpoint-detail.tsx'
import type { CatalogueSearch } from '../../search/catalogue-search.ts'
import { createLazyModule, type LazyModule, useLazyModule } from '../../ui/lazy-module.ts'
import { variantListModule } from './variants/lazy-variant-list.tsx'

type SearchModule = typeof import('./search-module.ts')

const searchModule: LazyModule<SearchModule> = createLazyModule(
  () => import(/* webpackChunkName: "category-search" */ './search-module.ts'),
)

/** The search: its code and the category's index. */
export type CategorySearch = ReturnType<typeof useCategorySearch>

/** Loads the search on first use. Prefetches its code, and that of opened rows, in idle time if the visitor doesn't save data. */
export function useCategorySearch(category: Category, isEnabled: boolean) {
  useEffect(() => prefetchWhenIdle(category), [category])
  const module = useLazyModule(searchModule, isEnabled)
  const [search, setSearch] = useState<CatalogueSearch | null>(null)
  const createSearch = module.status === 'loaded' && isEnabled ? module.module.createCatalogueSearch : null
  useEffect(() => {
    if (createSearch === null) return
    const controller = new AbortController()
    createSearch([category], controller.signal).then(setSearch, (error: unknown) => {
      if (!controller.signal.aborted) throw error
    })
    return () => controller.abort()
  }, [createSearch, category])
  return { module /** null while it is being built. */, search }
}

/** Long enough for the first paint, for browsers without `requestIdleCallback` (Safari). */
const idleDelayMs = 500

/** Loads one module at a time, because each takes a while to start. */
function prefetchWhenIdle({ rows }: Category): () => void {
  const needed = rows.some(({ variants }) => variants) ? [variantListModule] : []
  const waiting = [detailModule, searchModule, ...needed]
  const loadNext = () => {
    const module = waiting.shift()
    if (module === undefined || !maySpendData(window)) return
    // Ignored: the component that needs a module retries and handles the error.
    module.load().catch(() => {})
    cancel = runWhenIdle(loadNext)
  }
  let cancel = runWhenIdle(loadNext)
  return () => cancel()
}

function runWhenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(work, { timeout: 2000 })
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(work, idleDelayMs)
  return () => clearTimeout(timer)
}
