import { displayPreferencePrefix } from '@portico/kit/display-preference.ts'
import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import { useLayoutEffect, useState } from 'react'

/** One of several values, remembered on this device. */
export interface StoredChoice<T extends string> {
  /** The value without a choice. */
  readonly initial: T
  readonly read: () => T
  readonly write: (choice: T) => void
  /** Applies the choice to the page, for styles. */
  readonly apply?: (choice: T) => void
}

/** Creates a choice in local storage. Without a valid stored value, or where storage is blocked, it is `initial`. */
export function createStoredChoice<T extends string>(
  name: string,
  choices: readonly T[],
  initial: T,
): StoredChoice<T> {
  return {
    initial,
    read() {
      const stored = withStorage((storage) => storage.getItem(name))
      return choices.find((choice) => choice === stored) ?? initial
    },
    write(choice) {
      withStorage((storage) => storage.setItem(name, choice))
    },
  }
}

/** Creates a display preference: a choice that is also the attribute `data-<name>` of the root element, from the first paint on. */
export function createDisplayPreference<T extends string>(
  name: string,
  choices: readonly T[],
  initial: T,
): StoredChoice<T> {
  return {
    ...createStoredChoice(displayPreferencePrefix + name, choices, initial),
    apply: (choice) => document.documentElement.setAttribute(`data-${name}`, choice),
  }
}

/** The choice in a component, and how to change it. Hydration begins with the initial value, as the build rendered it. */
export function useStoredChoice<T extends string>(
  stored: StoredChoice<T>,
): readonly [choice: T, choose: (choice: T) => void] {
  const isHydrating = useIsHydrating()
  const [choice, setChoice] = useState(() => (isHydrating ? null : stored.read()))
  useLayoutEffect(() => setChoice((current) => current ?? stored.read()), [stored])
  useLayoutEffect(() => {
    if (choice !== null) stored.apply?.(choice)
  }, [stored, choice])
  const choose = (next: T) => {
    setChoice(next)
    stored.write(next)
  }
  return [choice ?? stored.initial, choose]
}

function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage)
  } catch {
    return null // Storage is blocked or full: the choice lasts until the page is closed.
  }
}
