import { formatCount } from '@portico/kit/format.ts'
import { categories } from './categories.build.ts'

/** The size of the catalogue: `18 categories with 115 endpoints`. */
export function describeSize(): string {
  const endpoints = categories.reduce((sum, { count }) => sum + count, 0)
  return `${formatCount(categories.length, 'category', 'categories')} with ${formatCount(endpoints, 'endpoint')}`
}
