import { once } from 'node:events'
import { createServer } from 'node:net'

/** Throws unless another server can listen on the port. */
export async function expectFreePort(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()
}
