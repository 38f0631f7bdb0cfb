import { createHash } from 'node:crypto'
import type { SessionRecord } from '@portico/shared/session/session-record.ts'
import { encodeSessionToken } from '@portico/shared/session/session-token.ts'
import { LRUCache } from 'lru-cache'
import { createBackgroundThreads } from '../../http/background/background-threads.ts'
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
  /** Whether other visitors get the same. */
  readonly isShared: boolean
}

/**
 * The bodies of responses, compressed in zlib's threads; those that were used last are kept. A body that visitors share
 * is compressed again at the highest level once it is requested again, in a low-priority thread.
 */
export interface PageBodies {
  /** Fills the values of a request into a page. */
  fill(template: PageTemplate, values: RequestValues): FilledPage
  /** The body in memory, or null. */
  find(page: FilledPage, encoding: Encoding): Buffer | null
  encode(page: FilledPage, encoding: Encoding): Promise<Buffer>
  /** Ends the thread. */
  stop(): Promise<void>
}

const maxBytes = 24 * 1024 * 1024
const maxBytesOfOwn = 2 * 1024 * 1024 // anyone can make up addresses for `?next=`
const maxFilled = 5_000

/** Creates an empty store of bodies. */
export function createPageBodies(): PageBodies {
  const filled = createBoundedCache<FilledPage>(maxFilled)
  const kept = createStore(maxBytes)
  const keptForOne = createStore(maxBytesOfOwn)
  const storeOf = ({ next, profile }: FilledPage) => (next === null && profile === null ? kept : keptForOne)
  const running = new Map<string, Promise<Buffer>>()
  const smallest = new WeakSet<Buffer>()
  const threads = createBackgroundThreads<Uint8Array, Uint8Array>({
    module: './shrink-page',
    importer: import.meta,
  })
  let isShrinking = false

  /** One at a time, in one thread. */
  async function shrink(page: FilledPage, key: string): Promise<void> {
    isShrinking = true
    try {
      const body = Buffer.from(await threads.run(fillIn(page)))
      smallest.add(body)
      kept.set(key, body)
    } finally {
      isShrinking = false
    }
  }

  return {
    fill(template, { session, next, profile }) {
      const visitor = session === 'unknown' ? '' : inlineVisitor(session.visitor)
      const key = template.hash + visitor
      if (next !== null || profile !== null) {
        const etag = computeTag(key + JSON.stringify([next, profile]))
        return { etag, template, visitor, next, profile, isShared: false }
      }
      const known = filled.get(key)
      if (known !== undefined) return known
      const isShared = session === 'unknown' || session.visitor === null
      const page = { etag: computeTag(key), template, visitor, next, profile, isShared }
      filled.set(key, page)
      return page
    },
    find(page, encoding) {
      const key = `${page.etag} ${encoding}`
      const body = storeOf(page).get(key) ?? null
      const canShrink = encoding === 'br' && page.isShared
      if (canShrink && body !== null && !isShrinking && !smallest.has(body)) shrink(page, key).catch(() => {}) // the larger one works, too
      return body
    },
    encode(page, encoding) {
      const key = `${page.etag} ${encoding}`
      const shared = running.get(key)
      if (shared !== undefined) return shared
      const own = compress(fillIn(page), encoding)
        .then((body) => {
          storeOf(page).set(key, body)
          return body
        })
        .finally(() => running.delete(key))
      running.set(key, own)
      return own
    },
    stop: threads.stop,
  }
}

/** By the object that the session's cache keeps. */
const visitors = new WeakMap<SessionRecord, string>()

function inlineVisitor(visitor: SessionRecord | null): string {
  if (visitor === null) return ',"visitor":null'
  const known = visitors.get(visitor)
  if (known !== undefined) return known
  const text = `,${inlineJson({ visitor, token: encodeSessionToken(visitor) }).slice(1, -1)}`
  visitors.set(visitor, text)
  return text
}

function createStore(maxSize: number): LRUCache<string, Buffer> {
  return new LRUCache({ maxSize, sizeCalculation: ({ length }) => length })
}

/** A weak tag, because it is the same for every encoding. */
function computeTag(content: string): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

function fillIn({ template, visitor, ...values }: FilledPage): Buffer {
  return Buffer.from(template.before + visitor + insertValues(template.after, values))
}
