/** Calls `work` once the page has loaded and the browser is idle. */
export function runWhenIdle(work: () => void): void {
  const wait = () => ('requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work))
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}
