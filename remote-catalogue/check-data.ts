import { readCatalogue } from './validation/read-catalogue.ts'

/** Used by the build. Throws if the data is invalid, with the file, the field and what was expected. */
export async function checkData(): Promise<void> {
  await readCatalogue()
}
