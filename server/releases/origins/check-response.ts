import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import { OriginError } from './connect.ts'

/** A file as the release record describes it. */
type RecordedFile = ReleaseRecord['files'][string]

const scriptTypes = ['text/javascript', 'application/javascript']

// Where browsers insist on the type; they recognize images and fonts by their content.
const strictTypes: Readonly<Record<string, readonly string[]>> = {
  '.js': scriptTypes,
  '.mjs': scriptTypes,
  '.css': ['text/css'],
  '.svg': ['image/svg+xml'],
}

const decoders = { br: createBrotliDecompress, gzip: createGunzip } as const

/** Checks that browsers can load the file with this response in a page of `siteOrigin`. Throws an OriginError. */
export function checkHeaders(
  url: URL,
  { statusCode: status = 0, headers }: IncomingMessage,
  siteOrigin: string,
): void {
  if (status >= 300 && status < 400)
    throw new OriginError(
      `${url} redirects to ${(headers.location ?? 'nowhere').slice(0, 200)}.`,
      'Publish with the address that has the files: redirects are not followed.',
    )
  if (status !== 200)
    throw new OriginError(
      `${url}: expected the status 200, got ${status}.`,
      'Upload the whole built folder there first, then publish.',
    )
  const expected = strictTypes[extname(url.pathname)]
  const type = headers['content-type']?.replace(/;.*/s, '').trim().toLowerCase()
  if (expected !== undefined && !expected.includes(type ?? ''))
    throw new OriginError(
      `${url}: expected the content type ${expected[0]}, got ${type ?? 'none'}.`,
      'Browsers refuse other types. Set content-type at the origin.',
    )
  const allowed = headers['access-control-allow-origin']
  if (allowed !== '*' && allowed !== siteOrigin)
    throw new OriginError(
      `${url}: expected access-control-allow-origin: *, got ${allowed ?? 'none'}.`,
      'Without it, browsers refuse scripts, styles and fonts with an integrity hash. Set the header at the origin.',
    )
  const resourcePolicy = headers['cross-origin-resource-policy'] ?? 'cross-origin'
  if (resourcePolicy !== 'cross-origin')
    throw new OriginError(
      `${url}: expected cross-origin-resource-policy: cross-origin or none, got ${resourcePolicy}.`,
      'Browsers refuse its images on pages of another site. Change the header at the origin.',
    )
}

/** Reads the content and compares it with the record. `onData` is called for every part. Throws an OriginError. */
export async function checkContent(
  url: URL,
  response: IncomingMessage,
  { integrity, bytes: expectedBytes, onData }: RecordedFile & { readonly onData: () => void },
): Promise<void> {
  const [algorithm = ''] = integrity.split('-')
  const hash = createHash(algorithm)
  let bytes = 0
  const measure = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      onData()
      bytes += chunk.length
      if (bytes > expectedBytes) throw createDifference(url, `${expectedBytes} bytes, got more`)
      hash.update(chunk)
    }
  }
  const encoding = response.headers['content-encoding'] ?? 'identity'
  if (encoding === 'br' || encoding === 'gzip') await pipeline(response, decoders[encoding](), measure)
  else if (encoding === 'identity') await pipeline(response, measure)
  else
    throw new OriginError(
      `${url}: expected the content encoding br, gzip or none, got ${encoding}.`,
      'Change the encoding at the origin.',
    )
  const actual = `${algorithm}-${hash.digest('base64')}`
  if (actual !== integrity)
    throw createDifference(url, `${integrity} and ${expectedBytes} bytes, got ${actual} and ${bytes}`)
}

function createDifference(url: URL, difference: string): OriginError {
  return new OriginError(
    `${url}: expected ${difference}.`,
    'Upload the same build there that you publish, and let the origin change no file.',
  )
}
