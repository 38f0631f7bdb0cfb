import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

const maxBytes = 32 * 1024 * 1024 // more than fits into the buffers between two machines
const timeoutMs = 2_000

/**
 * A response to a request whose body isn't read to the end. The whole response is sent immediately, but the connection stays
 * open until the client has stopped sending, within limits: closing it immediately would lose the response.
 */
export function respondThenDrain(text: string, request: IncomingMessage): Readable {
  async function* generate() {
    yield text
    await drain(request)
  }
  return Readable.from(generate())
}

function drain(request: IncomingMessage): Promise<void> {
  if (request.complete || request.readableEnded || request.destroyed) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, timeoutMs)
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) resolve()
  }
  request.on('data', count).once('end', resolve).once('close', resolve).once('error', resolve)
  return promise.finally(() => {
    clearTimeout(timer)
    request.off('data', count).pause()
  })
}
