import { useSyncExternalStore } from 'react'
import * as v from 'valibot'

/** A list in local storage that notifies its listeners of changes. */
export interface PersistedList<T> {
  read(): readonly T[]
  write(items: readonly T[]): void
  /** Calls `listener` after every change; returns how to stop. */
  subscribe(listener: () => void): () => void
}

/** Creates a list in local storage. Items that don't match the schema are dropped; blocked storage counts as empty. */
export function createPersistedList<T>(
  name: string,
  schema: v.GenericSchema<unknown, T>,
  limit: number,
): PersistedList<T> {
  const listeners = new Set<() => void>()
  let items: readonly T[] | undefined
  return {
    read() {
      items ??= readItems(name, schema)
      return items
    },
    write(next) {
      items = next.slice(0, limit)
      writeItems(name, items)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The items in a component; none while the page is being prerendered or hydrated. */
export function usePersistedList<T>({ subscribe, read }: PersistedList<T>): readonly T[] {
  return useSyncExternalStore(subscribe, read, readNothing)
}

const nothing: readonly never[] = []
const readNothing = () => nothing

function readItems<T>(name: string, schema: v.GenericSchema<unknown, T>): T[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.flatMap((item: unknown) => {
      const parsed = v.safeParse(schema, item)
      return parsed.success ? [parsed.output] : []
    })
  } catch {
    return [] // Storage is blocked or contains something else.
  }
}

function writeItems(name: string, items: readonly unknown[]): void {
  try {
    localStorage.setItem(name, JSON.stringify(items))
  } catch {
    // Storage is blocked or full: keep the list in memory.
  }
}
