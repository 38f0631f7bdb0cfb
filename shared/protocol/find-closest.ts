import leven from 'leven'

/** The known names that `given` may be a typo of, closest first. */
export function findClosest(given: string, known: readonly string[]): string[] {
  const limit = 1 + Math.floor(given.length / 4) // with more, "version" would be a typo of "reason"
  const wanted = given.toLowerCase()
  return known
    .map((name) => ({
      name,
      distance: leven(wanted, name.toLowerCase()),
      letters: compareLetters(wanted, name.toLowerCase()),
    }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance || a.letters - b.letters)
    .map(({ name }) => name)
}

// Two swapped letters count twice as a distance, but they are the most common typo: "stauts" is "status" and not "start".
function compareLetters(a: string, b: string): number {
  return leven([...a].toSorted().join(''), [...b].toSorted().join(''))
}
