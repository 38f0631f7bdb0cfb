import { paths } from '@portico/shared/paths.ts'
import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
} from '@portico/shared/release/discovery-document.ts'
import * as v from 'valibot'

/** An open page shall know of a rollback within 75 s. */
const pollMs = 60_000

/** What is needed to follow the document. */
export interface PollOptions {
  /** Revision that the page was made of. */
  readonly revision: number
  readonly fetch: typeof globalThis.fetch
  readonly onDocument: (document: DiscoveryDocument) => void
}

/**
 * Looks for a newer release document while the page is in sight. The browser keeps the last one with its ETag, so that
 * nearly every look is a short answer. Where none can be had the page stays as it is. Returns how to stop.
 */
export function pollDiscovery({ revision, fetch, onDocument }: PollOptions): () => void {
  let known = revision
  const look = async () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return
    const newest = await fetchDocument(fetch).catch(() => null)
    if (newest === null || newest.revision <= known) return
    known = newest.revision
    onDocument(newest)
  }
  const lookNow = () => void look()
  const timer = setInterval(lookNow, pollMs)
  document.addEventListener('visibilitychange', lookNow)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', lookNow)
  }
}

/** null: an answer that this page does not understand, perhaps of a newer server. */
async function fetchDocument(fetch: PollOptions['fetch']): Promise<DiscoveryDocument | null> {
  const response = await fetch(paths.discovery, { cache: 'no-cache' })
  if (!response.ok) return null
  const parsed = v.safeParse(DiscoveryDocumentSchema, await response.json())
  return parsed.success ? parsed.output : null
}
