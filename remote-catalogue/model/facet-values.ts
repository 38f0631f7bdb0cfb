/** The facets and their values as an address names them. Apart from `facets.ts`, because every page reads its address. */
export const facetValues = {
  method: ['GET', 'POST'],
  access: ['any', 'paid'],
  output: ['data', 'picture', 'moving', 'file'],
  input: ['text', 'link', 'picture', 'person'],
  needs: ['none'],
} as const

/** The facets' names in an address. */
export const facetNames = ['method', 'access', 'output', 'input', 'needs'] as const
export type FacetName = (typeof facetNames)[number]

/** What is chosen, by the facet's name; a facet without an entry narrows nothing. */
export type FacetSelection = ReadonlyMap<FacetName, ReadonlySet<string>>
