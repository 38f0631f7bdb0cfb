import { findClosest } from '@portico/shared/find-closest.ts'

/** Returns ` Did you mean "x"?` if one of the known names is close to the given one; otherwise nothing. */
export function suggest(given: string, known: readonly string[]): string {
  const [closest] = findClosest(given, known)
  return closest === undefined ? '' : ` Did you mean "${closest}"?`
}
