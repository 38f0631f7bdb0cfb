import { createStoredChoice, type StoredChoice } from '../model/stored-choice.ts'
import { sampleLanguages } from './samples.ts'

/** Id of the sample language that the visitor last chose on this device. */
export const storedLanguage: StoredChoice<string> = createStoredChoice(
  'portico.catalogue.sample',
  sampleLanguages.map(({ id }) => id),
  'curl',
)
