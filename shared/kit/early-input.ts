/**
 * Input that is recorded before the shell has started. `shortcut` is one of the shell's shortcuts, or a click that does the same,
 * `key` a key that leads from a search field to its results, and `submit` only of forms without an `action`, which wait for their script.
 */
export const earlyInputTypes = ['click', 'shortcut', 'key', 'input', 'toggle', 'submit'] as const

/** The type of recorded input: an event's, or that of a pressed key. */
export type EarlyInputType = (typeof earlyInputTypes)[number]

/** An event, and what a form control contained then: rendering may overwrite that. */
export interface EarlyInput {
  readonly type: EarlyInputType
  readonly target: EventTarget | null
  readonly value?: string
  readonly checked?: boolean
  /** Of `shortcut` and `key`. Whatever opens the search is recorded as Ctrl+K. */
  readonly key?: string
  /** Of Ctrl+K: a field that has what the visitor has typed since. */
  readonly field?: HTMLInputElement
}

/** Takes recorded events, see `takeEarlyInput`. */
type TakeEarlyInput = (
  types: readonly EarlyInputType[],
  isWanted?: (target: EventTarget | null) => boolean,
) => EarlyInput[]

declare global {
  interface Window {
    takeEarlyInput?: TakeEarlyInput
  }
}

/**
 * Returns what a script in the page (`record-early-input.ts`) has recorded until now of these types, in order, and stops
 * recording them. With `isWanted`, returns only events on those targets, and keeps recording.
 */
export const takeEarlyInput: TakeEarlyInput = (types, isWanted) =>
  window.takeEarlyInput?.(types, isWanted) ?? []

/** Whether a link opens another view of the current page, such as another row. */
export function isLinkToView({ target, origin, pathname, search }: HTMLAnchorElement): boolean {
  return (
    target === '' && origin + pathname === location.origin + location.pathname && search !== location.search
  )
}

/** Whether the key belongs to an input method. In Safari the one that ends a composition comes after it, with this code. */
export function isComposed({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229
}

/** Whether the key leads from a search field to its results. */
export function isSearchFieldKey({ key, target, isComposing, keyCode }: KeyboardEvent): boolean {
  const isField = target instanceof HTMLInputElement && target.type === 'search'
  return isField && (key === 'ArrowDown' || key === 'Enter') && !isComposing && keyCode !== 229
}

/** Focuses the page's own search field and selects its text. Returns false if the page has none. */
export function focusPageSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  field?.focus()
  field?.select()
  return field !== null
}

/** Whether the keys open the search: Ctrl+K, or Cmd+K. Layouts without Latin letters have another one on that key. */
export function isSearchShortcut({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isK = key.toLowerCase() === 'k' || (code === 'KeyK' && key > '~')
  return isK && (ctrlKey || metaKey) && !altKey && !shiftKey
}
