// The part of a category's page that comes after the first paint: see `use-finder.ts`.

export { makeFinder } from '../search/catalogue-search.ts'
export { foundInWords } from '../search/describe-results.ts'
export { FacetPanel } from '../search/facet-panel.tsx'
export { NoResults } from './no-results.tsx'
export { Results } from './results-table.tsx'
