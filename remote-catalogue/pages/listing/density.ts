import { createDisplayPreference, type StoredChoice } from '../../model/stored-choice.ts'

/** How much space a row takes. */
export type Density = 'comfortable' | 'compact'

/** The density that the visitor last chose on this device. */
export const storedDensity: StoredChoice<Density> = createDisplayPreference(
  'catalogue-density',
  ['comfortable', 'compact'],
  'comfortable',
)
