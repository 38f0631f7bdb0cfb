/** A network that the browser emulates through DevTools. */
export interface Network {
  readonly name: 'slow' | 'fast'
  /** In the terms of the DevTools protocol: milliseconds and bytes per second. */
  readonly conditions: {
    readonly latency: number
    readonly downloadThroughput: number
    readonly uploadThroughput: number
  }
}

const bitsPerByte = 8
const mega = 1_000_000

/** A phone with poor reception, and an ordinary home connection. */
export const networks: readonly Network[] = [
  { name: 'slow', conditions: toConditions({ roundTripMs: 150, mbitPerSecond: 1.6 }) },
  { name: 'fast', conditions: toConditions({ roundTripMs: 40, mbitPerSecond: 10 }) },
]

function toConditions({ roundTripMs, mbitPerSecond }: { roundTripMs: number; mbitPerSecond: number }) {
  const bytesPerSecond = (mbitPerSecond * mega) / bitsPerByte
  return { latency: roundTripMs, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond }
}
