// The part of a category's page that comes after the first paint: see `use-finder.ts`.
export { FacetPanel } from './facet-panel.tsx'
export { makeFinder } from './finder.ts'
export { foundInWords } from './found-in-words.ts'
export { NoResults } from './no-results.tsx'
export { Results } from './results.tsx'
