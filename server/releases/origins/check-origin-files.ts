import type { Failure } from '@portico/protocol/publish/release-api.ts'
import { isServerOnly } from '@portico/protocol/release/prerender.ts'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import { isLocalSite } from '../../http/network/loopback.ts'
import { checkContent, checkHeaders } from './check-response.ts'
import { connectToOrigin, OriginError } from './connect.ts'
import { isAllowedOrigin } from './remote-access.ts'

const maxConnections = 6

type Settings = Pick<Configuration, 'host' | 'publicUrl' | 'remoteOrigins' | 'uploadDeadlines'>

/**
 * Fetches every file that browsers load from another origin, and compares it with the record. Returns what is wrong with the
 * first one; null: nothing. Has the deadlines of an upload.
 */
export async function checkOriginFiles(
  { remote, baseUrl, files }: Pick<ReleaseRecord, 'remote' | 'files'> & { readonly baseUrl: string },
  { host, publicUrl, remoteOrigins, uploadDeadlines }: Settings,
): Promise<Failure> {
  if (!isAllowedOrigin({ remoteOrigins }, remote, baseUrl))
    return describeRefusal(remote, baseUrl, remoteOrigins)
  const siteOrigin = new URL(publicUrl).origin
  const connection = connectToOrigin(new URL(baseUrl), {
    siteOrigin,
    allowsLoopback: isLocalSite(host, publicUrl),
    maxConnections,
  })
  const stop = new AbortController()
  const { idleMs, totalMs } = uploadDeadlines
  const timer = setTimeout(
    () => stop.abort(createLate(`${baseUrl}: expected all files within ${totalMs} ms.`)),
    totalMs,
  )
  const queue = Object.entries(files)
    .filter(([name]) => !isServerOnly(name))
    .values()

  async function checkFile(name: string, file: ReleaseRecord['files'][string]): Promise<void> {
    const url = new URL(name, baseUrl)
    const idle = new AbortController()
    const idleTimer = setTimeout(
      () => idle.abort(createLate(`${url}: expected more within ${idleMs} ms; nothing came.`)),
      idleMs,
    )
    const signal = AbortSignal.any([stop.signal, idle.signal])
    try {
      const response = await connection.request(url, signal)
      checkHeaders(url, response, siteOrigin)
      await checkContent(url, response, { ...file, onData: () => idleTimer.refresh() })
    } catch (error) {
      throw signal.aborted
        ? signal.reason
        : error instanceof OriginError
          ? error
          : createUnreachable(url, error)
    } finally {
      clearTimeout(idleTimer)
    }
  }

  // The connections take the files from one queue.
  async function checkFiles(): Promise<void> {
    for (const [name, file] of queue) await checkFile(name, file)
  }

  try {
    await Promise.all(Array.from({ length: maxConnections }, checkFiles))
    return null
  } catch (error) {
    stop.abort(error)
    if (error instanceof OriginError) return { message: error.message, hint: error.hint }
    throw error
  } finally {
    clearTimeout(timer)
    connection.close()
  }
}

function describeRefusal(remote: string, baseUrl: string, remoteOrigins: Settings['remoteOrigins']): Failure {
  const own = remoteOrigins.filter((allowed) => allowed.remote === remote).map(({ origin }) => origin)
  const origin = URL.parse(baseUrl)?.origin ?? baseUrl
  return {
    message: `${remote} may not load files from ${origin}: this site allows it ${own.join(', ') || 'no other origin'}.`,
    hint: `Ask the site’s operator to add ${remote}=${origin} to REMOTE_ORIGINS, or publish without --at.`,
  }
}

function createLate(message: string): OriginError {
  return new OriginError(message, 'Check that the origin is up and fast enough, then publish again.')
}

function createUnreachable(url: URL, cause: unknown): OriginError {
  const reason = cause instanceof Error ? (Reflect.get(cause, 'code') ?? cause.message) : String(cause)
  return new OriginError(
    `${url} could not be fetched: ${reason}.`,
    'Check the address, its certificate, and that the origin is reachable from the site.',
    { cause },
  )
}
