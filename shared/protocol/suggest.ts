import { findClosest } from './find-closest.ts'

/**
 * Returns ` Did you mean "x"?` if one of the known names is close to the given one; otherwise nothing. `prefix` is what all
 * names begin with, such as `--`: it isn't compared.
 */
export function suggest(given: string, known: readonly string[], prefix = ''): string {
  const [closest] = findClosest(given, known)
  return closest === undefined ? '' : ` Did you mean "${prefix}${closest}"?`
}
