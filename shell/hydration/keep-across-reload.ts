import { hasFailed } from '@portico/protocol/discovery/shell-watch.ts'
import * as v from 'valibot'

const storageKey = 'portico_reload'
/** Not what nobody types, or the browser itself wouldn't restore. */
const selector =
  'input:not([type=password], [type=hidden], [type=file], [type=checkbox], [type=radio]), textarea'

const KeptSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    address: v.string(),
    top: v.number(),
    fields: v.array(v.object({ name: v.string(), value: v.string() })),
  }),
)

type PageWindow = Pick<
  Window,
  'document' | 'location' | 'sessionStorage' | 'name' | 'scrollY' | 'scrollTo' | 'addEventListener'
>

/**
 * If the page is loaded again because the shell whose files are in `folder` has failed, keeps what the visitor has typed, which of the
 * browsers only Firefox does, and the scroll position, which an empty page has lost. Call it before the shell changes the document.
 */
export function keepAcrossReload(window: PageWindow, folder: string): void {
  const { document, location, scrollY } = window
  const controls = [...document.querySelectorAll<HTMLInputElement>(selector)]
  window.addEventListener('pagehide', () => {
    if (!hasFailed(window, folder)) return
    const fields = controls.map(({ name, value }) => ({ name, value }))
    const kept = { address: location.href, top: window.scrollY || scrollY, fields }
    try {
      window.sessionStorage.setItem(storageKey, JSON.stringify(kept))
    } catch {} // Blocked: both are lost.
  })
}

/** Restores what `keepAcrossReload` has kept. Call it before hydration. */
export function restoreAfterReload(window: PageWindow): void {
  const kept = takeKept(window)
  if (kept?.address !== window.location.href) return
  window.scrollTo(0, kept.top)
  const controls = window.document.querySelectorAll<HTMLInputElement>(selector)
  for (const [at, { name, value }] of kept.fields.entries()) {
    const control = controls[at]
    if (control?.name !== name || control.value === value) continue
    control.value = value
    control.dispatchEvent(new Event('input', { bubbles: true })) // as if it had just been typed
  }
}

function takeKept(window: PageWindow): v.InferOutput<typeof KeptSchema> | null {
  try {
    const text = window.sessionStorage.getItem(storageKey)
    window.sessionStorage.removeItem(storageKey)
    return v.parse(KeptSchema, text)
  } catch {
    return null // Nothing, or the browser blocks storage.
  }
}
