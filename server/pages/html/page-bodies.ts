import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Encoding } from '../../http/caching/choose-encoding.ts'
import type { KnownSession } from '../../services.ts'
import { inlineJson } from './inline-json.ts'
import type { PageTemplate } from './make-page.ts'

/** One response: a template for one visitor. */
export interface PageBody {
  readonly etag: string
  readonly html: () => string
}

/** Fills the visitor into a page. */
export function fillPage(template: PageTemplate, session: KnownSession): PageBody {
  const visitor = session === 'unknown' ? '' : `,"visitor":${inlineJson(session.visitor)}`
  const hash = createHash('sha256').update(template.hash).update(visitor).digest('base64url')
  return {
    etag: `W/"${hash.slice(0, 22)}"`, // weak, because it is the same for every encoding
    html: () => template.before + visitor + template.after,
  }
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const brotliQuality = 5 // once per page and visitor, while they are waiting
const maxBytes = 24 * 1024 * 1024

/** The bodies of responses, in the encodings that were asked for. */
export interface PageBodies {
  read(page: PageBody, encoding: Encoding): Promise<Buffer>
}

/** Compresses each body once, in zlib's threads, and keeps those that were used last. */
export function createPageBodies(): PageBodies {
  const kept = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length })
  const running = new Map<string, Promise<Buffer>>()
  return {
    async read(page, encoding) {
      const key = `${page.etag} ${encoding}`
      const known = kept.get(key)
      if (known !== undefined) return known
      const shared = running.get(key)
      if (shared !== undefined) return shared
      const own = encode(page.html(), encoding)
        .then((body) => {
          kept.set(key, body)
          return body
        })
        .finally(() => running.delete(key))
      running.set(key, own)
      return own
    },
  }
}

async function encode(html: string, encoding: Encoding): Promise<Buffer> {
  const identity = Buffer.from(html)
  if (encoding === 'gzip') return compressGzip(identity)
  if (encoding === 'br')
    return compressBrotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    })
  return identity
}
