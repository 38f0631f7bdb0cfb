import { deriveOwner } from './owner-marks.ts'

/**
 * The age of someone who was born on `birthDate`: the year minus the year of birth (specification, section 2), one too many
 * before the birthday. A `Date` could be in the previous year west of Greenwich.
 */
export function getAge(birthDate: string, year: number | string): string {
  return deriveOwner(birthDate, 'age', (date) => String(Number(year) - Number(date.slice(0, 4))))
}
