import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

const mostBytes = 32 * 1024 * 1024 // more than lies in buffers between two machines
const longestMs = 2_000

/**
 * An answer to a call whose body is not read to its end. It is whole at once, but the connection stays until the caller
 * has stopped sending, within limits: a connection that is closed at once takes the answer with it.
 */
export function lingeringAnswer(text: string, request: IncomingMessage): Readable {
  async function* answer() {
    yield text
    await untilQuiet(request)
  }
  return Readable.from(answer())
}

function untilQuiet(request: IncomingMessage): Promise<void> {
  if (request.complete || request.readableEnded || request.destroyed) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, longestMs)
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostBytes) resolve()
  }
  request.on('data', count).once('end', resolve).once('close', resolve).once('error', resolve)
  return promise.finally(() => {
    clearTimeout(timer)
    request.off('data', count).pause()
  })
}
