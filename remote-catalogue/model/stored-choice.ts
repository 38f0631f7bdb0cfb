/** One of several values, remembered on this device. */
export interface StoredChoice<T extends string> {
  readonly read: () => T
  readonly write: (choice: T) => void
}

/** Creates a choice in local storage. Without a valid stored value, or where storage is blocked, it is `initial`. */
export function createStoredChoice<T extends string>(
  name: string,
  choices: readonly T[],
  initial: T,
): StoredChoice<T> {
  return {
    read() {
      const stored = withStorage((storage) => storage.getItem(name))
      return choices.find((choice) => choice === stored) ?? initial
    },
    write(choice) {
      withStorage((storage) => storage.setItem(name, choice))
    },
  }
}

function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage)
  } catch {
    return null // Storage is blocked or full: the choice lasts as long as the page.
  }
}
