import {
  type EarlyInput,
  type EarlyInputType,
  earlyInputTypes,
  isLinkToView,
  isSearchFieldKey,
  isSearchShortcut,
} from './early-input.ts'
import { hasSingleKeyShortcuts, isPageShortcut, singleKeysOff } from './single-key-shortcuts.ts'

/**
 * Runs in the page as text, so it can't use anything from outside. Without a search, `/` and Ctrl+K belong to the
 * browser.
 */
function recordEarlyInput(
  types: readonly EarlyInputType[],
  isSearch: typeof isSearchShortcut,
  isForPage: typeof isPageShortcut,
  hasSingleKeys: typeof hasSingleKeyShortcuts,
  singleKeysItem: string,
  isView: typeof isLinkToView,
  isFieldKey: typeof isSearchFieldKey,
  hasSearch: boolean,
  sendAfterMs: number,
  explainAfterMs: number,
): void {
  let recorded: EarlyInput[] = []
  let hasStarted = false
  let isOver = false
  const sentUntil = new WeakMap<EventTarget, number>()
  let note: HTMLElement | undefined
  const explain = () => {
    if (hasStarted || note) return
    note = document.createElement('p')
    note.setAttribute('role', 'alert')
    note.dataset.scriptFailure = ''
    const reload = document.createElement('a')
    reload.href = ''
    reload.textContent = 'Reload the page'
    note.append('The script of this page hasn’t loaded, so parts of it do nothing. ', reload)
    document.body.prepend(note)
  }
  /** Lets the browser itself send the forms: the one that waits, and all later ones. */
  const sendForms = () => {
    isOver = true
    const waiting = recorded.findLast(({ type, target }) => type === 'submit' && isSendable(target))?.target
    recorded = recorded.filter(({ target }) => target !== waiting)
    if (waiting instanceof HTMLFormElement) waiting.requestSubmit()
  }
  const isSendable = (target: EventTarget | null) =>
    target instanceof HTMLFormElement && target.method === 'post' && target.hasAttribute('action')
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
      if (!isShortcut) return
      event.preventDefault()
      recorded.push({ type, target, key })
      return
    }
    // In both cases the browser would reload this page and lose what was typed.
    if (target instanceof HTMLFormElement) {
      // If a form is posted, an error would lose what was typed, too.
      if (target.hasAttribute('action') && target.method !== 'post') return
      if (isSendable(target)) {
        if (isOver) {
          // A visitor who clicks again because nothing happens yet would send it twice.
          const { timeStamp } = event
          if (timeStamp < (sentUntil.get(target) ?? 0)) event.preventDefault()
          else sentUntil.set(target, timeStamp + sendAfterMs)
          return
        }
        setTimeout(() => recorded.some((input) => input.target === target) && sendForms(), sendAfterMs)
      }
      event.preventDefault()
    }
    if (event instanceof MouseEvent && target instanceof Element) {
      const { button, metaKey, ctrlKey, shiftKey, altKey } = event
      if (button || metaKey || ctrlKey || shiftKey || altKey) return // a new tab or window, or a download
      const link = target.closest('a')
      if (link && isView(link)) event.preventDefault()
    }
    if (target instanceof HTMLInputElement)
      recorded.push({ type, target, value: target.value, checked: target.checked })
    else if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
      recorded.push({ type, target, value: target.value })
    else recorded.push({ type, target })
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
      if (hasStarted || !(target instanceof HTMLScriptElement) || !target.defer) return
      explain()
      sendForms()
    },
    true,
  )
  setTimeout(explain, explainAfterMs)
  window.takeEarlyInput = (wanted, isWanted) => {
    hasStarted = true
    note?.remove()
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
  "'search'in document.currentScript.dataset",
  5_000, // longer than most scripts take; the page works as well without
  15_000, // on the slowest networks, it disappears again
]

/** The inline script that records input before the shell starts. `data-search`: the visitor may use the search. */
export const earlyInputScript = `(${recordEarlyInput})(${parts.join()})`.replace(/ +/g, ' ') // removed by type stripping
