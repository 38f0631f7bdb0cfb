/**
 * Reads session storage once before the router does. The first read waits for another browser process and would turn
 * the router's start into a long task.
 */
export function warmSessionStorage(browser: { readonly sessionStorage: Storage }): void {
  try {
    browser.sessionStorage.getItem('')
  } catch {
    // Blocked: the router works without it.
  }
}
