import { formatCount } from '@portico/shared/format.ts'
import type { RemotePage } from '@portico/shared/release/manifest.ts'

/** `18 categories with 115 endpoints`: the pages below `/api/` and what their manifests count. null: there are none. */
export function describeCatalogue(pages: readonly RemotePage[]): string | null {
  const categories = pages.filter(({ path }) => path.startsWith('/api/') && !/[:*]/.test(path))
  if (categories.length === 0) return null
  const size = formatCount(categories.length, 'category', 'categories')
  const endpointCount = countEndpoints(categories)
  return endpointCount === null ? size : `${size} with ${formatCount(endpointCount, 'endpoint')}`
}

/** null: a category doesn't say how many endpoints it has. */
function countEndpoints(categories: readonly RemotePage[]): number | null {
  let sum = 0
  for (const { count } of categories) {
    if (count === undefined) return null
    sum += count
  }
  return sum
}
