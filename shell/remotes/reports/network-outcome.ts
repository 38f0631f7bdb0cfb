/** The browser's timings of the requests for a URL. */
type Timings = (address: string) => readonly { readonly responseStatus?: number }[]

/**
 * Why a file didn't load: `http` if the server responded with an error, `integrity` if its content was not the published
 * one, otherwise `network`. The thrown error names the URL; the browser's timings have the response status.
 */
export function getNetworkOutcome(
  thrown: unknown,
  timings: Timings = readTimings,
): 'network' | 'http' | 'integrity' {
  const url = /(?:https?:\/\/[^\s"'()]+)?\/r\/[^\s"'()]+/.exec(getMessage(thrown))?.[0]
  const status = url === undefined ? 0 : (timings(url).at(-1)?.responseStatus ?? 0)
  if (status >= 400) return 'http'
  return status >= 200 ? 'integrity' : 'network'
}

function readTimings(address: string): PerformanceResourceTiming[] {
  const { href } = new URL(address, location.origin)
  return performance.getEntriesByName(href).filter((entry) => entry instanceof PerformanceResourceTiming)
}

function getMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
