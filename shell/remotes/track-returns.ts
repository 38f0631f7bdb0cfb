/**
 * Notices when the visitor returns to this page from the back/forward cache. The function that it returns says whether they have
 * since a time of the page's clock, in milliseconds.
 */
export function trackReturns(browser: Pick<Window, 'addEventListener'>): (time: number) => boolean {
  let returnedAt = Number.NEGATIVE_INFINITY
  browser.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) returnedAt = performance.now()
  })
  return (time) => returnedAt > time
}
