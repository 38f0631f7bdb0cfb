import { type DataSettings, maySpendData } from '@portico/kit/may-spend-data.ts'
import { fontCookie, inlineFileAttribute } from '@portico/protocol/release/prerender.ts'
import { fetchIntoCache } from '../fetch-into-cache.ts'
import { setCookie } from '../set-cookie.ts'

interface KeepOptions {
  readonly fetch: typeof globalThis.fetch
  /** Resolves when the browser is idle and no page is loading. */
  readonly waitUntilIdle: () => Promise<void>
  readonly window: Pick<Window, 'document'> & DataSettings
}

/**
 * Fetches the files of the fonts that the page contains into the browser's cache, when it is idle, and says so in a cookie: the next page
 * names the files instead of containing them. Does nothing if the visitor saves data or has a slow connection. Rejects if a file can't be
 * fetched; the next page then contains them again.
 */
export async function keepInlineFonts({ fetch, waitUntilIdle, window }: KeepOptions): Promise<void> {
  const fonts = [...window.document.querySelectorAll(`link[${inlineFileAttribute}]`)]
  if (fonts.length === 0) return
  await waitUntilIdle()
  if (!maySpendData(window)) return
  for (const font of fonts) {
    const { ok } = await fetchIntoCache(fetch, font.getAttribute(inlineFileAttribute) ?? '')
    if (!ok) return
  }
  setCookie(fontCookie.name, fontCookie.value)
}
