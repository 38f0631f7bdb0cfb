import { paths } from '@portico/kit/paths.ts'
import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
} from '@portico/protocol/discovery/discovery-document.ts'
import * as v from 'valibot'

/** An open page must learn of a rollback within 75 s. */
const pollMs = 60_000

/** What polling needs. */
export interface PollOptions {
  /** The revision that the page was rendered from. */
  readonly revision: number
  readonly fetch: typeof globalThis.fetch
  readonly onDocument: (document: DiscoveryDocument) => void
}

/**
 * Polls for another discovery document while the page is visible. The browser revalidates the last one by its ETag, so
 * nearly every response is empty. If a request fails, nothing changes. An older document is accepted once it has been
 * served for a while: then the site was restored, and it isn't just another server that is a moment behind. Returns a
 * function that stops.
 */
export function pollDiscovery({ revision, fetch, onDocument }: PollOptions): () => void {
  let current = revision
  let body = '' // unknown for the document that the page was rendered from
  let behindSince: number | null = null
  const poll = async () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return
    const newest = await fetchDiscovery(fetch).catch(() => null)
    if (newest === null) return
    if (newest.revision < current) {
      behindSince ??= performance.now()
      if (performance.now() - behindSince < pollMs / 2) return
    }
    behindSince = null
    const isSame = newest.revision === current && (body === '' || body === JSON.stringify(newest))
    body = JSON.stringify(newest)
    current = newest.revision
    if (!isSame) onDocument(newest)
  }
  const pollNow = () => void poll()
  const timer = setInterval(pollNow, pollMs)
  document.addEventListener('visibilitychange', pollNow)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', pollNow)
  }
}

/** Fetches the current discovery document, with applications among the remotes. null: a response that this page doesn't understand, for example from a newer server. */
export async function fetchDiscovery(fetch: PollOptions['fetch']): Promise<DiscoveryDocument | null> {
  const response = await fetch(paths.discovery, { cache: 'no-cache' })
  if (!response.ok) return null
  const parsed = v.safeParse(DiscoveryDocumentSchema, await response.json())
  if (!parsed.success) return null
  const { shell, remotes } = parsed.output
  return { ...parsed.output, remotes: { ...remotes, ...shell?.apps } }
}
