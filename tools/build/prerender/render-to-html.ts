import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'

const timeoutMs = 30_000 // rendering takes milliseconds; only a page that suspends forever gets here

/** Renders `node` to HTML after everything in it has resolved. Throws when rendering fails or never resolves. */
export async function renderToHtml(node: ReactNode, identifierPrefix = ''): Promise<string> {
  const failures: unknown[] = []
  const signal = AbortSignal.timeout(timeoutMs)
  const { prelude } = await prerender(node, {
    identifierPrefix,
    signal,
    // Keep everything inline: with out-of-order chunks a page would need a script to be readable.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void failures.push(error),
  })
  if (signal.aborted) throw new Error(`Rendering did not finish within ${timeoutMs / 1000} seconds.`)
  if (failures.length > 0) throw failures[0]
  const html = await new Response(prelude).text()
  // React prepends preload hints for images, which would end up in the middle of the body.
  return html.replace(/^(?:<link [^>]*\/>)+/, '')
}
