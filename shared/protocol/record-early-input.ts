import {
  type EarlyInput,
  type EarlyInputType,
  earlyInputTypes,
  focusPageSearch,
  isLinkToView,
  isSearchFieldKey,
  isSearchShortcut,
} from '@portico/kit/early-input.ts'
import { hasSingleKeyShortcuts, isPageShortcut, singleKeysOff } from './single-key-shortcuts.ts'

/**
 * Runs in the page as text, so it can't use anything from outside. Without a search, `/` and Ctrl+K belong to the
 * browser.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its text is the script, so it can't call functions of this file.
function recordEarlyInput(
  types: readonly EarlyInputType[],
  isSearch: typeof isSearchShortcut,
  isForPage: typeof isPageShortcut,
  hasSingleKeys: typeof hasSingleKeyShortcuts,
  singleKeysItem: string,
  isView: typeof isLinkToView,
  isFieldKey: typeof isSearchFieldKey,
  focusSearchOfPage: typeof focusPageSearch,
  hasSearch: boolean,
  leaveAfterMs: number,
  explainAfterMs: number,
): void {
  let recorded: EarlyInput[] = []
  let hasStarted = false
  let isOver = false
  const sentUntil = new WeakMap<EventTarget, number>()
  let note: HTMLElement | undefined
  let plainPage: HTMLElement | undefined
  let loading: Element | null | undefined
  let searchField: HTMLInputElement | undefined
  const findLink = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  const isSendable = (target: EventTarget | null) =>
    target instanceof HTMLFormElement && target.method === 'post' && target.hasAttribute('action')
  const isLink = ({ type, target }: EarlyInput) => {
    const link = type === 'click' ? findLink(target) : null
    return link !== null && isView(link)
  }
  /** Once the shell has started, it says if the page can't load. Without its script, most links would lead to less. */
  const isWaiting = (input: EarlyInput) =>
    input.type === 'submit' ? isSendable(input.target) : !hasStarted && isLink(input)
  /** Lets the browser itself send forms and follow links: the last one that waits, and all later ones. */
  const leaveToBrowser = () => {
    isOver = true
    const waiting = recorded.findLast(isWaiting)
    recorded = recorded.filter((input) => !isWaiting(input))
    if (waiting?.target instanceof HTMLFormElement) waiting.target.requestSubmit()
    else findLink(waiting?.target ?? null)?.click()
  }
  const showLoading = (isShown: boolean) => {
    if (loading instanceof HTMLElement) loading.style.display = isShown ? '' : 'none'
  }
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
  const giveUp = () => {
    if (hasStarted || note) return
    note = document.createElement('p')
    note.setAttribute('role', 'alert')
    note.dataset.scriptFailure = ''
    const reload = document.createElement('a')
    reload.href = ''
    reload.textContent = 'Reload the page'
    note.append('The script of this page hasn’t loaded, so parts of it do nothing. ', reload)
    document.body.append(note)
    showPlainPage('')
    leaveToBrowser()
  }
  /** Opens the search once it can, with what the visitor types until then. */
  const recordSearch = (target: EventTarget | null) => {
    searchField ??= document.body.appendChild(document.createElement('input'))
    searchField.ariaLabel = 'Search'
    searchField.style = 'position:fixed;opacity:0'
    searchField.focus()
    recorded.push({ type: 'shortcut', target, key: 'k', field: searchField })
  }
  const record = (type: EarlyInputType) => (event: Event) => {
    const { target } = event
    if (event instanceof KeyboardEvent) {
      const { key } = event
      if (type === 'key') {
        if (isFieldKey(event)) recorded.push({ type, target, key })
        return
      }
      const isShortcut = isForPage(event)
        ? (hasSearch || key === '?') && hasSingleKeys(singleKeysItem)
        : hasSearch && isSearch(event)
      if (!isShortcut || isOver) return
      event.preventDefault()
      if (key === '?') recorded.push({ type, target, key })
      else if (key !== '/' || !focusSearchOfPage()) recordSearch(target)
      return
    }
    // In both cases the browser would reload this page and lose what was typed.
    if (target instanceof HTMLFormElement) {
      // If a form is posted, an error would lose what was typed, too.
      if (target.hasAttribute('action') && target.method !== 'post') return
      if (isOver && isSendable(target)) {
        // A visitor who clicks again because nothing happens yet would send it twice.
        const { timeStamp } = event
        if (timeStamp < (sentUntil.get(target) ?? 0)) event.preventDefault()
        else sentUntil.set(target, timeStamp + leaveAfterMs)
        return
      }
      event.preventDefault()
    }
    if (event instanceof MouseEvent && target instanceof Element) {
      const { button, metaKey, ctrlKey, shiftKey, altKey } = event
      if (button || metaKey || ctrlKey || shiftKey || altKey) return // a new tab or window, or a download
      const searchButton = target.closest('[aria-keyshortcuts="Control+K Meta+K"]')
      if (searchButton && !hasStarted && !isOver) {
        recordSearch(searchButton)
        return
      }
      const link = findLink(target)
      if (link && isView(link)) {
        if (isOver && !hasStarted) return
        event.preventDefault()
      }
      // The visitor leaves the page by it.
      else if (link && !link.target && link.pathname !== location.pathname)
        recorded = recorded.filter((input) => !isLink(input))
    }
    const isText = target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
    const input: EarlyInput =
      target instanceof HTMLInputElement
        ? { type, target, value: target.value, checked: target.checked }
        : isText
          ? { type, target, value: target.value }
          : { type, target }
    recorded.push(input)
    if (isWaiting(input))
      setTimeout(() => recorded.includes(input) && isWaiting(input) && leaveToBrowser(), leaveAfterMs)
  }
  const recording = types.map((type) => {
    const event = type === 'shortcut' || type === 'key' ? 'keydown' : type
    return [type, event, record(type)] as const
  })
  // While capturing, because `toggle` does not bubble.
  for (const [, event, listener] of recording) addEventListener(event, listener, true)
  addEventListener(
    'error',
    ({ target }) => {
      // The shell looks after those of remotes.
      if (target instanceof HTMLScriptElement && target.defer) giveUp()
    },
    true,
  )
  setTimeout(showPlainPage, leaveAfterMs, ' data-page')
  setTimeout(giveUp, explainAfterMs)
  window.takeEarlyInput = (wanted, isWanted) => {
    hasStarted = true
    note?.remove()
    // React replaces one inside the frame once the page has loaded.
    if (plainPage?.parentElement === document.body) {
      plainPage.remove()
      showLoading(true)
    }
    for (const [type, event, listener] of recording)
      if (!isWanted && wanted.includes(type)) removeEventListener(event, listener, true)
    const isTaken = (input: EarlyInput) =>
      wanted.includes(input.type) && (!isWanted || isWanted(input.target))
    const taken = recorded.filter(isTaken)
    recorded = recorded.filter((input) => !isTaken(input))
    return taken
  }
}

const parts = [
  JSON.stringify(earlyInputTypes),
  isSearchShortcut,
  isPageShortcut,
  hasSingleKeyShortcuts,
  JSON.stringify(singleKeysOff),
  isLinkToView,
  isSearchFieldKey,
  focusPageSearch,
  "'search'in document.currentScript.dataset",
  5_000, // longer than most scripts take; the page works as well without
  15_000, // on the slowest networks, it disappears again
]

/** The inline script that records input before the shell starts. `data-search`: the visitor may use the search. */
export const earlyInputScript = `(${recordEarlyInput})(${parts.join()})`
  .replace(/^ *\/[/*].*\n/gm, '') // comments
  .replace(/ +/g, ' ') // removed by type stripping
