import { readCatalogue } from './validation/read-catalogue.ts'

/** For the build: throws where the data is wrong, with the file, the field and what was expected. */
export async function checkData(): Promise<void> {
  await readCatalogue()
}
