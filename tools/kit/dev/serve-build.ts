import { createReadStream, existsSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileNameShape } from '@portico/shared/release/release-file.ts'
import type { DevSettings } from './settings.ts'

const slowMs = 3_000

/** Media types of what a remote is built into; the site serves the same. */
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
}

/** Answers a request for a file of the build, or lets it fail as the developer has chosen. */
export async function serveBuild(
  response: ServerResponse,
  { folder, path, fault }: { readonly folder: string; readonly path: string } & Pick<DevSettings, 'fault'>,
): Promise<void> {
  if (fault === 'hanging') return // until the browser gives up
  if (fault === 'failing') return void response.writeHead(503).end()
  if (fault === 'slow') await delay(slowMs)
  const file = path.replace(/^~\d{1,3}\//, '') // a retry
  if (!fileNameShape.test(file) || !existsSync(join(folder, file))) return void response.writeHead(404).end()
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'cache-control': 'no-store', // a build has the same address as the one before
    'access-control-allow-origin': '*',
  })
  createReadStream(join(folder, file)).pipe(response)
}
