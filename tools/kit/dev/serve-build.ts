import { createReadStream, existsSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileNameShape } from '@portico/kit/contract/release-file.ts'
import { withoutAttempt } from '@portico/kit/paths.ts'
import { mediaTypes } from '@portico/protocol/release/media-types.ts'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import { createScriptFilePolicy } from '@portico/protocol/release/script-file-policy.ts'
import { isReleased } from '../../build/bundle-names.ts'
import type { KeptEntries } from './kept-entries.ts'
import type { DevSettings } from './settings.ts'

const slowMs = 3_000

/** No page of another site may read what isn't released yet. */
export const ownOriginOnly = { 'cross-origin-resource-policy': 'same-origin' } as const

interface RequestedFile extends Pick<DevSettings, 'fault'> {
  /** Of the newest build. */
  readonly folder: string
  readonly record: Pick<ReleaseRecord, 'origins' | 'workers'>
  readonly path: string
  readonly entries: Pick<KeptEntries, 'read'>
  /** URL of the folder of the release. */
  readonly releaseUrl: string
}

/** Serves a file of the build, or the entry of one before, or injects the fault that the developer has chosen. */
export async function serveBuild(
  response: ServerResponse,
  { folder, path, entries, releaseUrl, record: { origins, workers }, ...settings }: RequestedFile,
): Promise<void> {
  const fault = isReleased(path) ? settings.fault : 'none' // updates of open pages still arrive
  if (fault === 'hanging') return // until the browser gives up
  if (fault === 'failing') return void response.writeHead(503).end()
  if (fault === 'slow') await delay(slowMs)
  const file = withoutAttempt(path)
  const entry = entries.read(file)
  const isMissing = entry === undefined && !(fileNameShape.test(file) && existsSync(join(folder, file)))
  if (isMissing) return void response.writeHead(404).end()
  const updates = `ws://${new URL(releaseUrl).host}`
  const withUpdates = { ...origins, connect: [...(origins?.connect ?? []), updates] }
  response.writeHead(200, {
    'content-type': mediaTypes[extname(file)] ?? 'application/octet-stream',
    'cache-control': 'no-store', // most files have the same address as in the build before
    ...ownOriginOnly,
    ...(file.endsWith('.js') && {
      'content-security-policy': createScriptFilePolicy(releaseUrl, withUpdates),
    }),
  })
  if (entry !== undefined) return void response.end(entry)
  // The bundler's client would reload the worker, which can't be: the page is.
  if (workers?.includes(file)) response.write('self.location.reload = () => {};')
  createReadStream(join(folder, file)).pipe(response)
}
