import type { Readable } from 'node:stream'
import { Problem } from '../../http/problems/errors.ts'

/** Maximum size of a packed archive. */
export const maxPackedBytes = 20 * 1024 * 1024

/** How long an upload may take, in milliseconds. */
export interface UploadDeadlines {
  /** Between two parts of the archive. */
  readonly idleMs: number
  /** For the whole archive. */
  readonly totalMs: number
}

const timeoutHint = 'Nothing was stored. Check the connection to the site, then upload it again.'

/**
 * Reads a packed archive into memory. Throws `upload-timeout` if it stalls or takes too long, and `payload-too-large`.
 * `body` isn't destroyed, so that the error can still be sent.
 */
export async function receiveArchive(
  body: Readable,
  { idleMs, totalMs }: UploadDeadlines,
): Promise<Buffer<ArrayBuffer>> {
  if (body.closed) throw createClosed() // by the client, while it waited for a slot
  const { promise, resolve, reject } = Promise.withResolvers<Buffer<ArrayBuffer>>()
  const chunks: Buffer[] = []
  let bytes = 0
  const endLate = (detail: string) => reject(new Problem('upload-timeout', { detail, hint: timeoutHint }))
  const idle = setTimeout(() => {
    endLate(`Expected more of the archive within ${idleMs} ms; nothing came after ${bytes} bytes.`)
  }, idleMs)
  const total = setTimeout(() => {
    endLate(`Expected the whole archive within ${totalMs} ms; got ${bytes} bytes.`)
  }, totalMs)
  const onData = (chunk: Buffer) => {
    idle.refresh()
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxPackedBytes) reject(createTooLarge('it has more'))
  }
  body.on('data', onData)
  body.once('end', () => resolve(Buffer.concat(chunks))).once('error', reject)
  body.once('close', () => reject(createClosed()))
  return promise.finally(() => {
    clearTimeout(idle)
    clearTimeout(total)
    body.off('data', onData).pause()
  })
}

function createClosed(): Error {
  return new Error('The connection was closed before the whole archive had arrived.')
}

/** The error for a packed archive that is too large; `actual` completes the sentence. */
export function createTooLarge(actual: string): Problem {
  return new Problem('payload-too-large', {
    detail: `Expected an archive of at most ${maxPackedBytes} bytes; ${actual}.`,
    hint: 'Leave out source maps and everything that no page needs.',
  })
}
