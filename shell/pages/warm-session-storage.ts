/**
 * Reads session storage once before scroll restoration does. The first read waits for another browser process and would turn
 * the first render into a long task.
 */
export function warmSessionStorage(browser: { readonly sessionStorage: Storage }): void {
  try {
    browser.sessionStorage.getItem('')
  } catch {
    // Blocked: scroll positions are then kept in memory alone.
  }
}
