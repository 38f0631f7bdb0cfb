/** Current year minus year of birth, as section 2 of the specification counts it: one too many before the birthday. */
export function ageInYears(birthDate: string, now: Date): number {
  return now.getFullYear() - Number(birthDate.slice(0, 4))
}
