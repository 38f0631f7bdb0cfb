/** The `Cache-Control` of a response whose bytes never change: browsers and proxies keep it for a year. */
export const immutable = 'public, max-age=31536000, immutable'
