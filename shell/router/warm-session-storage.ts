/**
 * Looks into the session storage, where the router keeps what it needs to restore. The first look waits for another
 * process of the browser, and would make the router's own start a long task.
 */
export function warmSessionStorage(browser: { readonly sessionStorage: Storage }): void {
  try {
    browser.sessionStorage.getItem('')
  } catch {
    // Forbidden: the router does without it.
  }
}
