import { createServer } from 'node:net'

// Below the range of outgoing connections (from 32768 on Linux), which would take it before the server listens; each
// worker of a test run has ports of its own, for the same reason.
const first = 20_000
const lanes = 16
const perLane = 750
const lane = Number(process.env.VITEST_POOL_ID ?? 0) % lanes
let next = Math.floor(Math.random() * perLane)

/** A port of 127.0.0.1 for a server of a test; never the same twice in a row. */
export async function getFreePort(): Promise<number> {
  next = (next + 1) % perLane
  const port = first + lane * perLane + next
  return (await isFree(port)) ? port : getFreePort()
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.once('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}
