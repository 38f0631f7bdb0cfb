/**
 * Prefix of the names in local storage for visitors' choices about the look of pages. `portico.look.<name>` becomes the
 * attribute `data-<name>` of the root element before the first paint, so that styles work in prerendered pages.
 */
export const lookPrefix = 'portico.look.'
