// The part of a category's page that loads after the first paint: see `use-category-search.ts`.

export { createCatalogueSearch } from '../../search/catalogue-search.ts'
export { describeResults } from '../../search/describe-results.ts'
export { FacetPanel } from '../../search/facet-panel.tsx'
export { NoResults } from './no-results.tsx'
export { ResultsTable } from './results-table.tsx'
