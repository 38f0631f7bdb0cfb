import { useEffect, useState } from 'react'
import type { Category } from '../data/schema.ts'
import type { Finder } from '../search/catalogue-search.ts'
import { type Chunk, type ChunkState, chunkOf, useChunk } from '../ui/lazy-module.ts'
import { variantChunk } from './variants/lazy-variant-list.tsx'

type Explore = typeof import('./search-module.ts')

const explore: Chunk<Explore> = chunkOf(() => import(/* webpackChunkName: "explore" */ './search-module.ts'))

/** What is needed to search: its code, and the index of the category. */
export interface Exploring {
  readonly chunk: ChunkState<Explore>
  /** null: it is being built. */
  readonly finder: Finder | null
}

/** Brings the search as soon as it is wanted; its code is fetched before that, when the browser has time. */
export function useFinder(category: Category, isWanted: boolean): Exploring {
  useEffect(fetchWhenIdle, [])
  const chunk = useChunk(explore, isWanted)
  const [finder, setFinder] = useState<Finder | null>(null)
  const make = chunk.status === 'loaded' && isWanted ? chunk.part.makeFinder : null
  useEffect(() => {
    if (make === null) return
    const leaving = new AbortController()
    make([category], leaving.signal).then(setFinder, (error: unknown) => {
      if (!leaving.signal.aborted) throw error
    })
    return () => leaving.abort()
  }, [make, category])
  return { chunk, finder }
}

/** Long enough for the first paint, where a browser (Safari) does not say when it is idle. */
const idleAfterMs = 500

function fetchWhenIdle(): () => void {
  // Whoever needs one of them asks again, and hears of it.
  const fetchNow = () => {
    for (const chunk of [explore, variantChunk]) void chunk.load().catch(() => {})
  }
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(fetchNow, { timeout: 2000 })
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(fetchNow, idleAfterMs)
  return () => clearTimeout(timer)
}
