import { createServer } from 'node:net'

// Below the ephemeral port range (from 32768 on Linux), where an outgoing connection could take the port before the server
// listens. Each test worker has its own range, for the same reason.
const firstPort = 20_000
const maxWorkers = 16
const portsPerWorker = 750
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % maxWorkers
let next = Math.floor(Math.random() * portsPerWorker)

/** Finds a free port on 127.0.0.1; never returns the same one twice in a row. */
export async function getFreePort(): Promise<number> {
  next = (next + 1) % portsPerWorker
  const port = firstPort + worker * portsPerWorker + next
  return (await isFree(port)) ? port : getFreePort()
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.once('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}
