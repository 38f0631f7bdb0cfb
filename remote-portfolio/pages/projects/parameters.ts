/** The URL parameter of the selected tag. */
export const tagParameter = 'tag'

/** The query that selects a tag. Not `URLSearchParams`: the server encodes tags as components of a URL. */
export function selectTag(tag: string): string {
  return `${tagParameter}=${encodeURIComponent(tag)}`
}

/** The URL parameter of the search text. */
export const searchParameter = 'q'
