import getPort, { portNumbers } from 'get-port'

// Below the range that systems use for outgoing connections (from 32768 on Linux): a connection could otherwise take the
// port before the server listens on it. Each test worker has its own range, for the same reason.
const firstPort = 20_000
const workers = 16
const portsPerWorker = 750
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? process.env.VITEST_POOL_ID ?? 0) % workers
const first = firstPort + worker * portsPerWorker
// Another process may use the same range.
const start = first + Math.floor(Math.random() * portsPerWorker * 0.8)

/** A free port of 127.0.0.1; never the same twice in a process. */
export function getFreePort(): Promise<number> {
  return getPort({ host: '127.0.0.1', port: portNumbers(start, first + portsPerWorker - 1) })
}
