/**
 * Prefix of the names in local storage for visitors' display preferences, such as the density of a table. A name starts with that of
 * its remote: `catalogue-density`.
 * `portico.look.<name>` becomes the attribute `data-<name>` of the root element before the first paint, so that styles
 * work in prerendered pages. Browsers have stored values under this prefix, so it never changes.
 */
export const displayPreferencePrefix = 'portico.look.'
