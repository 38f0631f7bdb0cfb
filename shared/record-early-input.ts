import { type EarlyInput, isSearchShortcut } from './early-input.ts'

/** Runs in the page as text, so it uses nothing from outside. Without a search, Ctrl+K belongs to the browser. */
function recordEarlyInput(isShortcut: typeof isSearchShortcut, hasSearch: boolean): void {
  const events: { readonly [Type in keyof EarlyInput]: EarlyInput[Type][] } = { click: [], keydown: [] }
  const onClick = (event: MouseEvent) => events.click.push(event)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!hasSearch || !isShortcut(event)) return
    event.preventDefault()
    events.keydown.push(event)
  }
  addEventListener('click', onClick, true)
  addEventListener('keydown', onKeyDown, true)
  window.takeEarlyInput = <Type extends keyof EarlyInput>(type: Type) => {
    if (type === 'click') removeEventListener('click', onClick, true)
    else removeEventListener('keydown', onKeyDown, true)
    return events[type].splice(0)
  }
}

/** The inline script that records input before the shell starts. `data-search`: the visitor may use the search. */
export const earlyInputScript =
  `(${recordEarlyInput})(${isSearchShortcut},'search'in document.currentScript.dataset)`.replace(/ +/g, ' ') // left by types
