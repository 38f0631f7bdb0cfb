/** The browser's timings of the requests for a URL. */
type Timings = (address: string) => readonly Timing[]

interface Timing {
  readonly responseStatus?: number
  /** Empty if the browser doesn't know the type; undefined in browsers that don't state it, where it counts as right. */
  readonly contentType?: string
}

/**
 * Why a file didn't load: `http` if the server responded with an error, `content-type` if not with a script or a style,
 * `integrity` if its content was not the published one, otherwise `network`. The thrown error names the URL; the browser's
 * timings have the response status and type. A style sheet of another type that is sent with `nosniff` is `network`: browsers
 * hide that there was a response, and asking again would delay the report and might get another one.
 */
export function getNetworkOutcome(
  thrown: unknown,
  timings: Timings = readTimings,
): 'network' | 'http' | 'content-type' | 'integrity' {
  const addresses = getMessage(thrown).match(/(?:https?:\/)?\/[^\s"'()]+/g) ?? []
  const [url] = addresses.flatMap((address) => /^.*\.(?:js|css)\b/.exec(address) ?? [])
  if (url === undefined) return 'network'
  const { responseStatus: status = 0, contentType } = timings(url).at(-1) ?? {}
  if (status >= 400) return 'http'
  if (status < 200) return 'network'
  const expected = url.endsWith('.css') ? 'text/css' : 'text/javascript'
  return contentType === undefined || contentType === expected ? 'integrity' : 'content-type'
}

function readTimings(address: string): PerformanceResourceTiming[] {
  const { href } = new URL(address, location.origin)
  return performance.getEntriesByName(href).filter((entry) => entry instanceof PerformanceResourceTiming)
}

function getMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
