import { createHash } from 'node:crypto'
import type { SessionRecord } from '@portico/shared/session/session-record.ts'
import { encodeSessionToken } from '@portico/shared/session/session-token.ts'
import { LRUCache } from 'lru-cache'
import { createWorkerPool } from '../../http/background/worker-pool.ts'
import { createBoundedCache } from '../../http/caching/bounded-cache.ts'
import type { Encoding } from '../../http/caching/choose-encoding.ts'
import { compress } from '../../http/caching/compress.ts'
import type { KnownSession } from '../../services.ts'
import { type InsertedValues, insertValues } from '../prerendered/insert-values.ts'
import { inlineJson } from './inline-json.ts'
import type { PageTemplate } from './make-page.ts'

/** The values that differ between requests for the same page. */
interface RequestValues extends InsertedValues {
  readonly session: KnownSession
}

/** One page for one visitor. */
interface FilledPage extends InsertedValues {
  readonly etag: string
  readonly template: PageTemplate
  /** The visitor and their token in the page data. */
  readonly visitor: string
  /** Whether other visitors get the same page. */
  readonly isShared: boolean
}

/**
 * A cache of compressed response bodies, with the least recently used evicted first. zlib compresses in its own threads.
 * When a body that visitors share is requested again, a low-priority thread recompresses it at the highest level.
 */
export interface PageBodies {
  /** Fills the values of a request into a page. */
  fill(template: PageTemplate, values: RequestValues): FilledPage
  /** The cached body; null: encode it first. */
  find(page: FilledPage, encoding: Encoding): Buffer | null
  encode(page: FilledPage, encoding: Encoding): Promise<Buffer>
  /** Stops the worker thread. */
  stop(): Promise<void>
}

const maxBytes = 24 * 1024 * 1024
const maxBytesOfOwn = 2 * 1024 * 1024 // of pages for one visitor: anyone can invent values of `?next=`
const maxFilled = 5_000

/** Creates an empty cache of bodies. */
export function createPageBodies(): PageBodies {
  const filled = createBoundedCache<FilledPage>(maxFilled)
  const cached = createCache(maxBytes)
  const cachedForOne = createCache(maxBytesOfOwn)
  const getCache = ({ next, profile, filter }: FilledPage) =>
    next === null && profile === null && filter === null ? cached : cachedForOne
  const running = new Map<string, Promise<Buffer>>()
  const recompressed = new WeakSet<Buffer>()
  const workers = createWorkerPool<Uint8Array, Uint8Array>({
    module: './recompress-page',
    importer: import.meta,
  })
  let isRecompressing = false

  /** Runs one at a time, in one thread. */
  async function recompress(page: FilledPage, key: string): Promise<void> {
    isRecompressing = true
    try {
      const body = Buffer.from(await workers.run(fillIn(page)))
      recompressed.add(body)
      cached.set(key, body)
    } finally {
      isRecompressing = false
    }
  }

  return {
    fill(template, { session, next, profile, filter = null }) {
      const visitor = session === 'unknown' ? '' : inlineVisitor(session.visitor)
      const key = template.hash + visitor
      if (next !== null || profile !== null || filter !== null) {
        const etag = computeTag(key + JSON.stringify([next, profile, filter]))
        return { etag, template, visitor, next, profile, filter, isShared: false }
      }
      const known = filled.get(key)
      if (known !== undefined) return known
      const isShared = session === 'unknown' || session.visitor === null
      const page = { etag: computeTag(key), template, visitor, next, profile, filter, isShared }
      filled.set(key, page)
      return page
    },
    find(page, encoding) {
      const key = `${page.etag} ${encoding}`
      const body = getCache(page).get(key) ?? null
      const canRecompress = encoding === 'br' && page.isShared
      if (canRecompress && body !== null && !isRecompressing && !recompressed.has(body))
        recompress(page, key).catch(() => {}) // the larger body stays in use
      return body
    },
    encode(page, encoding) {
      const key = `${page.etag} ${encoding}`
      const shared = running.get(key)
      if (shared !== undefined) return shared
      const own = compress(fillIn(page), encoding)
        .then((body) => {
          getCache(page).set(key, body)
          return body
        })
        .finally(() => running.delete(key))
      running.set(key, own)
      return own
    },
    stop: workers.stop,
  }
}

/** By the object in the session cache, so that the entry goes with it. */
const visitors = new WeakMap<SessionRecord, string>()

function inlineVisitor(visitor: SessionRecord | null): string {
  if (visitor === null) return ',"visitor":null'
  const known = visitors.get(visitor)
  if (known !== undefined) return known
  const text = `,${inlineJson({ visitor, token: encodeSessionToken(visitor) }).slice(1, -1)}`
  visitors.set(visitor, text)
  return text
}

function createCache(maxSize: number): LRUCache<string, Buffer> {
  return new LRUCache({ maxSize, sizeCalculation: ({ length }) => length })
}

/** A weak ETag, because every encoding has the same one. */
function computeTag(content: string): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

function fillIn({ template, visitor, ...values }: FilledPage): Buffer {
  return Buffer.from(insertValues(template.shown, values) + template.data + visitor + template.end)
}
