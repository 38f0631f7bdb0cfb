/** The facets and their values in a URL. Separate from `facets.ts`, because every page parses its URL. */
export const facetValues = {
  method: ['GET', 'POST'],
  access: ['any', 'paid'],
  output: ['data', 'image', 'animated-image', 'file'],
  input: ['text', 'link', 'image', 'person'],
  needs: ['none'],
} as const

/** The facets' names in a URL. */
export const facetNames = ['method', 'access', 'output', 'input', 'needs'] as const
export type FacetName = (typeof facetNames)[number]

/** The search text's name in a URL. */
export const textParameter = 'q'

/** The open entry's name in a URL. */
export const openParameter = 'row'

/** The parameters of a URL that say what a page shows. The build renders pages without them. */
export const viewParameters: string[] = [textParameter, openParameter, ...facetNames]

/** The selected values, by facet. A facet without an entry doesn't filter. */
export type FacetSelection = ReadonlyMap<FacetName, ReadonlySet<string>>
