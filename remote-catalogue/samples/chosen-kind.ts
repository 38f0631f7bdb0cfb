import { sampleKinds } from './samples.ts'

const storageName = 'portico.catalogue.sample'

/** The kind of sample that the visitor chose last on this device, or the first. */
export function chosenKind(): string | undefined {
  const kept = inStorage((storage) => storage.getItem(storageName))
  return (sampleKinds.find(({ id }) => id === kept) ?? sampleKinds[0])?.id
}

/** Remembers the choice, where the browser lets it. */
export function rememberKind(id: string): void {
  inStorage((storage) => storage.setItem(storageName, id))
}

function inStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage)
  } catch {
    return null // Forbidden or full: the choice lasts as long as the row is open.
  }
}
