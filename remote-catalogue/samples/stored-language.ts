import { sampleLanguages } from './samples.ts'

const storageName = 'portico.catalogue.sample'

/** The sample language that the visitor last chose on this device, or the first. */
export function readSampleLanguage(): string | undefined {
  const storedId = withStorage((storage) => storage.getItem(storageName))
  return (sampleLanguages.find(({ id }) => id === storedId) ?? sampleLanguages[0])?.id
}

/** Saves the choice, if storage is available. */
export function saveSampleLanguage(id: string): void {
  withStorage((storage) => storage.setItem(storageName, id))
}

function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage)
  } catch {
    return null // Storage is blocked or full: the choice lasts while the row is open.
  }
}
