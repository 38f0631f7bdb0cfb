import { useSyncExternalStore } from 'react'
import * as v from 'valibot'

/** A list in local storage that notifies its listeners of changes. */
export interface PersistedList<T> {
  read(): readonly T[]
  write(items: readonly T[]): void
  /** Calls `listener` after every change; returns how to stop. */
  subscribe(listener: () => void): () => void
}

/**
 * Creates a list in local storage, which other tabs may change, even while this page is in the back/forward cache. Items that don't
 * match the schema are dropped; blocked storage counts as empty.
 */
export function createPersistedList<T>(
  name: string,
  schema: v.GenericSchema<unknown, T>,
  limit: number,
): PersistedList<T> {
  const listeners = new Set<() => void>()
  let items: readonly T[] = []
  /** What is stored, as text; undefined: not read yet. */
  let known: string | null | undefined
  return {
    read() {
      const stored = readText(name)
      if (stored !== known) items = parseItems(stored, schema)
      known = stored
      return items
    },
    write(next) {
      items = next.slice(0, limit)
      writeItems(name, items)
      known = readText(name)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      const controller = new AbortController()
      for (const event of ['storage', 'pageshow'])
        addEventListener(event, listener, { signal: controller.signal })
      return () => {
        listeners.delete(listener)
        controller.abort()
      }
    },
  }
}

/** The items in a component; none while the page is being prerendered or hydrated. */
export function usePersistedList<T>({ subscribe, read }: PersistedList<T>): readonly T[] {
  return useSyncExternalStore(subscribe, read, readNothing)
}

const nothing: readonly never[] = []
const readNothing = () => nothing

function readText(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null // Storage is blocked.
  }
}

function parseItems<T>(text: string | null, schema: v.GenericSchema<unknown, T>): T[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.flatMap((item: unknown) => {
      const parsed = v.safeParse(schema, item)
      return parsed.success ? [parsed.output] : []
    })
  } catch {
    return [] // Something else.
  }
}

function writeItems(name: string, items: readonly unknown[]): void {
  try {
    localStorage.setItem(name, JSON.stringify(items))
  } catch {
    // Storage is blocked or full: keep the list in memory.
  }
}
