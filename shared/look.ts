/**
 * Start of the names in local storage of what visitors have chosen about the look of pages. `portico.look.<name>` is the
 * attribute `data-<name>` of the root element from before the first paint, so that styles can follow it in prerendered pages.
 */
export const lookPrefix = 'portico.look.'
