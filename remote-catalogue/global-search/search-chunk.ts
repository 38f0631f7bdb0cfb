// The chunk that both the command palette and `/api` load.
export { PageSearch } from './page-search.tsx'
export { PaletteSearch } from './palette-search.tsx'
