import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'

const limitMs = 30_000 // a page that waits for something that never comes; what comes takes milliseconds

/** HTML of `node`, once nothing in it waits any more. Throws where something fails, or waits for too long. */
export async function toHtml(node: ReactNode, identifierPrefix = ''): Promise<string> {
  const failures: unknown[] = []
  const signal = AbortSignal.timeout(limitMs)
  const { prelude } = await prerender(node, {
    identifierPrefix,
    signal,
    // Never apart with a script that puts it in place: it has to read without.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void failures.push(error),
  })
  if (signal.aborted) throw new Error(`it was not done after ${limitMs / 1000} seconds`)
  if (failures.length > 0) throw failures[0]
  const html = await new Response(prelude).text()
  // React's hints to fetch images early; in the middle of a page they are of no use.
  return html.replace(/^(?:<link [^>]*\/>)+/, '')
}
