import {
  focusPageSearch,
  hasSingleKeyShortcuts,
  isPageShortcut,
  isSearchShortcut,
  singleKeysOff,
  siteSearchId,
} from './shortcuts.ts'

declare global {
  interface Window {
    /** Tells the page's inline script (`await-shell.ts`) that the shell is on the screen. */
    handleShellMount?: () => void
    /** The last clicked button for which there is only a script. */
    clickedButton?: HTMLButtonElement
  }
}

/*
 * Until the shell is on the screen, these do what HTML can't. They run in the page as text, so they can't use anything from
 * outside.
 */

/**
 * Runs the shortcuts of the search, unless the browser has them or the command palette, lets no form be sent twice, and remembers
 * the last click that waits for a script.
 */
function answerInput(
  isSearch: typeof isSearchShortcut,
  isForPage: typeof isPageShortcut,
  hasSingleKeys: typeof hasSingleKeyShortcuts,
  singleKeysItem: string,
  focusSearchOfPage: typeof focusPageSearch,
  siteSearch: HTMLElement | null,
  responseMs: number,
): void {
  let sentForm: HTMLFormElement | undefined
  let sentAt = 0
  addEventListener('keydown', (event) => {
    if (!siteSearch?.isConnected) return
    const isSlash = event.key === '/' && isForPage(event) && hasSingleKeys(singleKeysItem)
    if (!isSlash && !isSearch(event)) return
    event.preventDefault()
    if (!isSlash || !focusSearchOfPage()) siteSearch.togglePopover(true)
  })
  addEventListener('click', ({ target }) => {
    const button = 'button[type="button"]:not([popovertarget])'
    const clicked = target instanceof Element && target.closest<HTMLButtonElement>(button)
    if (clicked) window.clickedButton = clicked
  })
  addEventListener('submit', (event) => {
    const { target, timeStamp } = event
    // Once hydrated, a form is sent by its script.
    if (event.defaultPrevented || !(target instanceof HTMLFormElement) || target.method !== 'post') return
    // A visitor who clicks again because nothing happens yet would send it twice.
    if (target === sentForm && timeStamp < sentAt + responseMs) event.preventDefault()
    else sentAt = timeStamp
    sentForm = target
  })
}

/** Helps where the shell's script is slow or fails. */
function watchScript(plainAfterMs: number, explainAfterMs: number): void {
  let hasStarted = false
  let note: HTMLElement | undefined
  let plainPage: HTMLElement | undefined
  let loading: Element | null | undefined
  const showLoading = (isShown: boolean) =>
    loading instanceof HTMLElement && loading.style.setProperty('display', isShown ? '' : 'none')
  /** Replaces a loading screen by what visitors without JavaScript get. No script may parse that, but a request does. */
  const showPlainPage = (mustContain: string) => {
    const find = (page: Document | null) => page?.querySelector('[data-plain-page],body>noscript')
    const place = find(document)
    if (hasStarted || plainPage || !place?.textContent.includes(mustContain)) return
    const page = document.createElement('div')
    plainPage = page
    const request = new XMLHttpRequest()
    request.open('GET', location.href)
    request.responseType = 'document'
    request.onload = () => {
      const content = find(request.responseXML)
      if (hasStarted || !content) return
      page.append(...content.childNodes)
      place.after(page)
      loading = place.previousElementSibling
      showLoading(false)
    }
    request.send()
  }
  const explain = () => {
    if (hasStarted || note) return
    note = document.createElement('p')
    note.setAttribute('role', 'alert')
    note.dataset.scriptFailure = ''
    const reload = Object.assign(document.createElement('a'), { href: '', textContent: 'Reload the page' })
    note.append('The script of this page hasn’t loaded, so parts of it do nothing. ', reload)
    document.body.append(note)
    showPlainPage('')
  }
  addEventListener(
    'error',
    ({ target }) => {
      // The shell looks after those of remotes.
      if (target instanceof HTMLScriptElement && target.defer) explain()
    },
    true,
  )
  setTimeout(showPlainPage, plainAfterMs, ' data-page')
  setTimeout(explain, explainAfterMs)
  window.handleShellMount = () => {
    hasStarted = true
    note?.remove()
    // React replaces one inside the frame once the page has loaded.
    if (plainPage?.parentElement !== document.body) return
    plainPage.remove()
    showLoading(true)
  }
}

const parts = [
  isSearchShortcut,
  isPageShortcut,
  hasSingleKeyShortcuts,
  JSON.stringify(singleKeysOff),
  focusPageSearch,
  `document.getElementById(${JSON.stringify(siteSearchId)})`,
  5_000, // as long as a response may take
]

const plainAfterMs = 5_000 // longer than most scripts take; the page works as well without
const explainAfterMs = 15_000 // on the slowest networks, it disappears again

/** The inline script that stands in for the shell, at the end of a page. */
export const awaitShellScript =
  `(${answerInput})(${parts.join()});(${watchScript})(${plainAfterMs},${explainAfterMs})`
    .replace(/^ *\/[/*].*\n/gm, '') // comments
    .replace(/ +/g, ' ') // removed by type stripping
