import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Encoding } from '../../http/caching/choose-encoding.ts'
import type { KnownSession } from '../../services.ts'
import { inlineJson } from './inline-json.ts'
import type { PageTemplate } from './make-page.ts'

/** One page for one visitor. */
interface FilledPage {
  readonly etag: string
  readonly template: PageTemplate
  /** The visitor in the page data. */
  readonly visitor: string
}

/** The bodies of responses. Each is compressed once, in zlib's threads, and those that were used last are kept. */
export interface PageBodies {
  /** Fills the visitor into a page. */
  fill(template: PageTemplate, session: KnownSession): FilledPage
  /** The body in memory, or null. */
  find(page: FilledPage, encoding: Encoding): Buffer | null
  encode(page: FilledPage, encoding: Encoding): Promise<Buffer>
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const brotliQuality = 5 // once per page and visitor, while they are waiting
const maxBytes = 24 * 1024 * 1024
const maxTags = 5_000

/** Creates an empty store of bodies. */
export function createPageBodies(): PageBodies {
  const tags = new LRUCache<string, string>({ max: maxTags })
  const kept = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length })
  const running = new Map<string, Promise<Buffer>>()

  return {
    fill(template, session) {
      const visitor = session === 'unknown' ? '' : `,"visitor":${inlineJson(session.visitor)}`
      const key = template.hash + visitor
      const etag = tags.get(key) ?? computeTag(key)
      tags.set(key, etag)
      return { etag, template, visitor }
    },
    find: (page, encoding) => kept.get(`${page.etag} ${encoding}`) ?? null,
    encode(page, encoding) {
      const key = `${page.etag} ${encoding}`
      const shared = running.get(key)
      if (shared !== undefined) return shared
      const own = encode(page, encoding)
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

/** A weak tag, because it is the same for every encoding. */
function computeTag(content: string): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

async function encode({ template, visitor }: FilledPage, encoding: Encoding): Promise<Buffer> {
  const identity = Buffer.from(template.before + visitor + template.after)
  if (encoding === 'gzip') return compressGzip(identity)
  if (encoding === 'identity') return identity
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return compressBrotli(identity, {
    params: { [BROTLI_PARAM_QUALITY]: brotliQuality, [BROTLI_PARAM_SIZE_HINT]: identity.length },
  })
}
