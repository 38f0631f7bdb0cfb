/** The URL parameter of the selected tag. */
export const tagParameter = 'tag'

/** The URL parameter of the search text. */
export const searchParameter = 'q'
