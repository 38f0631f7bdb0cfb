/** Current year minus birth year (specification, section 2): one too many before the birthday. */
export function getAge(birthDate: string, now: Date): number {
  return now.getFullYear() - Number(birthDate.slice(0, 4))
}
