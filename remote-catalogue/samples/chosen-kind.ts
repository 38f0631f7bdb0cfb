import { sampleLanguages } from './samples.ts'

const storageName = 'portico.catalogue.sample'

/** The kind of sample that the visitor chose last on this device, or the first. */
export function readSampleLanguage(): string | undefined {
  const kept = inStorage((storage) => storage.getItem(storageName))
  return (sampleLanguages.find(({ id }) => id === kept) ?? sampleLanguages[0])?.id
}

/** Saves the choice, if storage is available. */
export function saveSampleLanguage(id: string): void {
  inStorage((storage) => storage.setItem(storageName, id))
}

function inStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage)
  } catch {
    return null // Forbidden or full: the choice lasts as long as the row is open.
  }
}
