import { createStoredChoice, type StoredChoice } from '../model/stored-choice.ts'

/** How much space a row takes. */
export type Density = 'comfortable' | 'compact'

/** The density that the visitor last chose on this device. */
export const storedDensity: StoredChoice<Density> = createStoredChoice(
  'portico.catalogue.density',
  ['comfortable', 'compact'],
  'comfortable',
)
