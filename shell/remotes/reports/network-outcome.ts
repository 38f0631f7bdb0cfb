/** What the browser knows of an address that it has asked for. */
type Timings = (address: string) => readonly { readonly responseStatus?: number }[]

/**
 * Why a file did not come: `http` where the site answered with an error, `integrity` where it came and was not the file
 * that was published, else `network`. What was thrown names the address; the browser's timings have the answer's status.
 */
export function getNetworkOutcome(
  thrown: unknown,
  timings: Timings = readTimings,
): 'network' | 'http' | 'integrity' {
  const address = /(?:https?:\/\/[^\s"'()]+)?\/r\/[^\s"'()]+/.exec(getMessage(thrown))?.[0]
  const status = address === undefined ? 0 : (timings(address).at(-1)?.responseStatus ?? 0)
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
