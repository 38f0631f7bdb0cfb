import { createDisplayPreference, type StoredChoice } from '../../../model/stored-choice.ts'

/** Whether a category shows its entries at a glance above the table, as the visitor last chose on this device. */
export const storedView: StoredChoice<'samples' | 'table'> = createDisplayPreference(
  'catalogue-view',
  ['samples', 'table'],
  'samples',
)
