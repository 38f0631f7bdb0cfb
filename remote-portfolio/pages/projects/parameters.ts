/** The URL parameter of the selected tag. */
export const tagParameter = 'tag'

/** The query that selects a tag. Not `URLSearchParams`: the server encodes tags as components of a URL. */
export function selectTag(tag: string): string {
  return `${tagParameter}=${encodeURIComponent(tag)}`
}

/** The URL parameter of the search text. */
export const searchParameter = 'q'

/** The query with a search text. */
export function withSearchText(query: URLSearchParams, text: string): URLSearchParams {
  const after = new URLSearchParams(query)
  if (text === '') after.delete(searchParameter)
  else after.set(searchParameter, text)
  return after
}
