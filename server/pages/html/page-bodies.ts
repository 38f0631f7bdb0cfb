import { createHash } from 'node:crypto'
import type { FormattedProfile } from '@portico/kit/account/formatted-profile.ts'
import type { SessionRecord } from '@portico/kit/session/session-record.ts'
import { encodeSessionToken } from '@portico/protocol/session/session-token.ts'
import { render } from '@portico/protocol/template/fill.ts'
import type { NextValues } from '@portico/protocol/template/parts.ts'
import { LRUCache } from 'lru-cache'
import type { KnownSession } from '../../accounts/auth/session-cache.ts'
import { createWorkerPool } from '../../http/background/worker-pool.ts'
import { createBoundedCache } from '../../http/caching/bounded-cache.ts'
import type { Encoding } from '../../http/caching/choose-encoding.ts'
import { compress, compressBeginning, endBrotli } from '../../http/caching/compress.ts'
import { type FilterValues, filterRows } from '../template/filter-rows.ts'
import { inlineJson } from './inline-json.ts'
import type { PageTemplate } from './make-page.ts'

interface InsertedValues {
  /** null: the page passes nothing on. */
  readonly next: NextValues | null
  /** null: the page shows nothing of it. */
  readonly profile: FormattedProfile | null
  /** null: the page has no query that a script would apply. */
  readonly filter: FilterValues | null
}

/** The values that differ between requests for the same page. */
interface RequestValues extends InsertedValues {
  readonly session: KnownSession
}

interface FilledPage extends InsertedValues {
  readonly etag: string
  readonly template: PageTemplate
  /** The visitor and their token in the page data. */
  readonly visitor: string
}

/**
 * A cache of compressed response bodies, with the least recently used evicted first. zlib compresses in its own threads. With Brotli, visitors
 * share all of a page but its end, which names the visitor: it is compressed once, and when it is requested again, a low-priority thread
 * recompresses it at the highest level. A page with other values of a request is compressed as a whole.
 */
interface PageBodies {
  fill(template: PageTemplate, values: RequestValues): FilledPage
  /** The cached body; null: encode it first. */
  find(page: FilledPage, encoding: Encoding): Buffer | null
  encode(page: FilledPage, encoding: Encoding): Promise<Buffer>
  stop(): Promise<void>
}

const maxBytes = 12 * 1024 * 1024
const maxBytesOfJoined = 12 * 1024 * 1024
const maxBytesOfOwn = 2 * 1024 * 1024 // of pages for one visitor: anyone can invent values of `?next=`
const maxFilled = 5_000

/** Creates an empty cache of bodies. */
export function createPageBodies(): PageBodies {
  const cached = createCache(maxBytes)
  const cachedForVisitors = createCache(maxBytesOfOwn)
  const joined = createCache(maxBytesOfJoined)
  const getCache = (page: FilledPage) => (isSameForAll(page) ? cached : cachedForVisitors)
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
      const beginning = Buffer.from(await workers.run(getBeginning(page)))
      recompressed.add(beginning)
      cached.set(key, beginning)
    } finally {
      isRecompressing = false
    }
  }

  /** Cached, because joining takes a sixth of a response. */
  function join(page: FilledPage, beginning: Buffer): Buffer {
    const key = `${page.etag} ${beginning.length}` // recompressed, it is shorter
    const known = joined.get(key)
    if (known !== undefined) return known
    const body = endBrotli(beginning, getEnd(page))
    joined.set(key, body)
    return body
  }

  return {
    fill: createFiller(),
    find(page, encoding) {
      const key = getKey(page, encoding)
      const body = getCache(page).get(key) ?? null
      if (body === null || !hasSharedBeginning(page, encoding)) return body
      if (!isRecompressing && !recompressed.has(body)) recompress(page, key).catch(() => {}) // the larger one stays in use
      return join(page, body)
    },
    async encode(page, encoding) {
      const key = getKey(page, encoding)
      const isShared = hasSharedBeginning(page, encoding)
      let compressed = running.get(key)
      if (compressed === undefined) {
        compressed = (isShared ? compressBeginning(getBeginning(page)) : compress(fillIn(page), encoding))
          .then((body) => {
            getCache(page).set(key, body)
            return body
          })
          .finally(() => running.delete(key))
        running.set(key, compressed)
      }
      return isShared ? join(page, await compressed) : compressed
    },
    stop: workers.stop,
  }
}

function createFiller(): PageBodies['fill'] {
  const filled = createBoundedCache<FilledPage>(maxFilled)
  return (template, { session, next, profile, filter }) => {
    const visitor = session === 'unknown' ? '' : inlineVisitor(session.visitor)
    const key = template.hash + visitor
    const inserted = { next, profile, filter }
    if (!isSameForAll(inserted)) {
      const etag = computeTag(key + JSON.stringify([next, profile, filter]))
      return { etag, template, visitor, ...inserted }
    }
    const known = filled.get(key)
    if (known !== undefined) return known
    const page = { etag: computeTag(key), template, visitor, ...inserted }
    filled.set(key, page)
    return page
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

/** Whether only its end depends on the visitor. */
function isSameForAll({ next, profile, filter }: InsertedValues): boolean {
  return next === null && profile === null && filter === null
}

function hasSharedBeginning(page: FilledPage, encoding: Encoding): boolean {
  return encoding === 'br' && isSameForAll(page)
}

function getKey(page: FilledPage, encoding: Encoding): string {
  return hasSharedBeginning(page, encoding) ? page.template.hash : `${page.etag} ${encoding}`
}

function fillIn(page: FilledPage): Buffer {
  return Buffer.concat([getBeginning(page), getEnd(page)])
}

function getBeginning({ template: { shown, data }, next, profile, filter }: FilledPage): Buffer {
  const filled = filter && filterRows(shown, filter)
  return Buffer.from(render(shown, { next, profile, filter: filled }) + data)
}

function getEnd({ template, visitor }: FilledPage): Buffer {
  return Buffer.from(visitor + template.end)
}
