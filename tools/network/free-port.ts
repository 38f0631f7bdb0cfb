import { createServer } from 'node:net'

// Below the range from which systems take the ports of outgoing connections (32768 on Linux): a browser would
// otherwise take the port between the moment it is found free and the moment the server listens on it.
const first = 20_000
const count = 12_000

/** A port of 127.0.0.1 on which nothing listens. */
export async function freePort(): Promise<number> {
  const port = first + Math.floor(Math.random() * count)
  return (await isFree(port)) ? port : freePort()
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.once('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}
