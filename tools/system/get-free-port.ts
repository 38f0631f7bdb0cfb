import getPort, { portNumbers } from 'get-port'

// Below the range that systems use for outgoing connections (from 32768 on Linux): a connection could otherwise take the
// port before the server listens on it. Each test worker has its own range, for the same reason.
const firstPort = 20_000
const ranges = 16
const portsPerRange = 750
const first = firstPort + getRange(process.env) * portsPerRange
// Another process may use the same range.
const start = first + Math.floor(Math.random() * portsPerRange * 0.8)

/** A free port of 127.0.0.1; never the same twice in a process. */
export function getFreePort(): Promise<number> {
  return getPort({ host: '127.0.0.1', port: portNumbers(start, first + portsPerRange - 1) })
}

/** The range of a process: half of those for workers are for journeys, half for unit tests, which run at the same time. */
export function getRange({ TEST_PARALLEL_INDEX, VITEST_POOL_ID }: NodeJS.ProcessEnv): number {
  const half = ranges / 2
  if (TEST_PARALLEL_INDEX !== undefined) return 1 + (Number(TEST_PARALLEL_INDEX) % (half - 1))
  if (VITEST_POOL_ID !== undefined) return half + (Number(VITEST_POOL_ID) % half)
  return 0
}
