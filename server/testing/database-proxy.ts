import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'

/** A TCP proxy in front of PostgreSQL that can simulate outages. */
export interface DatabaseProxy {
  /** URL of the same database through the proxy. */
  readonly databaseUrl: string
  /** Closes all connections and refuses new ones. */
  refuse(): Promise<void>
  /** Accepts connections but never responds. */
  hang(): Promise<void>
  /** Keeps connections open and forwards nothing, like a host that is suspended. */
  freeze(): void
  open(): Promise<void>
}

/** Starts the proxy; connections pass through. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const behind = new URL(databaseUrl)
  const port = await getFreePort()
  const sockets = new Set<Socket>()
  let hangs = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
  }
  const server = createServer((socket) => {
    keep(socket)
    if (hangs) return void socket.resume()
    const inner = connect(Number(behind.port), behind.hostname)
    keep(inner)
    socket.on('close', () => inner.destroy()).pipe(inner)
    inner.on('close', () => socket.destroy()).pipe(socket)
  })
  const listen = async () => {
    if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
  }
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  await listen()
  const address = new URL(databaseUrl)
  address.hostname = '127.0.0.1'
  address.port = String(port)
  return {
    databaseUrl: address.href,
    async refuse() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      cut()
      await closed
    },
    async hang() {
      hangs = true
      cut()
      await listen()
    },
    freeze() {
      hangs = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    async open() {
      hangs = false
      cut()
      await listen()
    },
  }
}
