import leven from 'leven'

/** Returns ` Did you mean "x"?` if one of the known names is close to the given one; otherwise nothing. */
export function suggest(given: string, known: readonly string[]): string {
  const limit = Math.max(1, Math.ceil(given.length / 3))
  const [closest] = known
    .map((name) => ({
      name,
      distance: leven(given.toLowerCase(), name),
      letters: compareLetters(given, name),
    }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance || a.letters - b.letters)
  return closest === undefined ? '' : ` Did you mean "${closest.name}"?`
}

// Two swapped letters count twice as a distance, but they are the most common typo: "stauts" is "status" and not "start".
function compareLetters(a: string, b: string): number {
  return leven([...a.toLowerCase()].toSorted().join(''), [...b].toSorted().join(''))
}
