/** A network that the browser emulates. */
export interface Network {
  readonly name: 'slow' | 'fast'
  /** As the DevTools protocol names them: milliseconds, bytes per second. */
  readonly conditions: {
    readonly latency: number
    readonly downloadThroughput: number
    readonly uploadThroughput: number
  }
}

const bitsPerByte = 8
const mega = 1_000_000

/** A telephone far from its mast, and a usual line at home. */
export const networks: readonly Network[] = [
  { name: 'slow', conditions: conditions({ roundTripMs: 150, mbitPerSecond: 1.6 }) },
  { name: 'fast', conditions: conditions({ roundTripMs: 40, mbitPerSecond: 10 }) },
]

function conditions({ roundTripMs, mbitPerSecond }: { roundTripMs: number; mbitPerSecond: number }) {
  const bytesPerSecond = (mbitPerSecond * mega) / bitsPerByte
  return { latency: roundTripMs, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond }
}
