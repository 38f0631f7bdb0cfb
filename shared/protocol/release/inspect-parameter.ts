/** The query parameter that shows a page with the inspector: `/projects?inspect`. */
export const inspectParameter = 'inspect'

/** The script of a shell's release that shows it; no other page loads it. */
export const inspectFile = 'inspect.js'
