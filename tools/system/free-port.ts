import { createServer } from 'node:net'

// Below the range from which systems take the ports of outgoing connections (32768 on Linux): a browser would
// otherwise take the port between the moment it is found free and the moment the server listens on it.
const first = 20_000
// Each worker of a test run has ports of its own, for the same reason.
const lanes = 16
const perLane = 750
const lane = Number(process.env.TEST_PARALLEL_INDEX ?? process.env.VITEST_POOL_ID ?? 0) % lanes
let next = Math.floor(Math.random() * perLane)

/** A port of 127.0.0.1 on which nothing listens; never the same twice in a row. */
export async function freePort(): Promise<number> {
  next = (next + 1) % perLane
  const port = first + lane * perLane + next
  return (await isFree(port)) ? port : freePort()
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.once('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}
