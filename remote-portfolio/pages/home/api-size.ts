import type { RemotePage } from '@portico/shared/release/manifest.ts'

const below = '/api/'

/** The pages of endpoint categories, in the order of their manifests, whoever serves them. */
export function categoriesOf(pages: readonly RemotePage[]): RemotePage[] {
  return pages.filter(({ path }) => path.startsWith(below) && !/[:*]/.test(path))
}

/** `18 categories with 115 endpoints` */
export function sizeInWords(categories: readonly RemotePage[]): string {
  const endpoints = endpointCount(categories)
  const words = counted(categories.length, 'category', 'categories')
  return endpoints === null ? words : `${words} with ${counted(endpoints, 'endpoint', 'endpoints')}`
}

/** `1 endpoint`, `22 endpoints` */
function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** How many endpoints the categories list together, or null where one of them does not say. */
function endpointCount(categories: readonly RemotePage[]): number | null {
  let sum = 0
  for (const { count } of categories) {
    if (count === undefined) return null
    sum += count
  }
  return sum
}
