/** Input that may arrive before the shell has started. */
export interface EarlyInput {
  readonly click: MouseEvent
  readonly keydown: KeyboardEvent
}

declare global {
  interface Window {
    takeEarlyInput?: <Type extends keyof EarlyInput>(type: Type) => EarlyInput[Type][]
  }
}

/** Returns the events that a script in the page recorded until now (`record-early-input.ts`), and stops recording them. */
export function takeEarlyInput<Type extends keyof EarlyInput>(type: Type): EarlyInput[Type][] {
  return window.takeEarlyInput?.(type) ?? []
}

/** Whether the keys open the search: Ctrl+K, or Cmd+K. */
export function isSearchShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey
}
