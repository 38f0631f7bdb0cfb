// Two ways between the same characters make a loop ambiguous; more change nothing.
const maxWays = 2

/** Where a way can be taken: anywhere, at an end of a line, or at an end of the input. */
export type Place = 'anywhere' | 'line' | 'input'

/** A way through a part of a regular expression, or from or to one of its characters. */
export interface Way {
  /** The character that it leaves; null: it enters the part. */
  readonly from: number | null
  /** The character to which it leads; null: it leaves the part. */
  readonly to: number | null
  /** Whether nothing but the next character can close it. */
  readonly isCertain: boolean
  readonly start: Place
  readonly end: Place
}

/** A way through a part without a character. */
export const through: Way = { from: null, to: null, isCertain: true, start: 'anywhere', end: 'anywhere' }

const isEntry = ({ from, to }: Way) => from === null && to !== null
const isExit = ({ from, to }: Way) => from !== null && to === null

/** All ways through one part and the next. */
export function join(part: readonly Way[], next: readonly Way[]): Way[] {
  const between = part
    .filter((way) => !isEntry(way))
    .flatMap((way) => next.filter((other) => !isExit(other)).flatMap((other) => chain(way, other)))
  return limitWays([...part.filter(isEntry), ...between, ...next.filter(isExit)])
}

/** The ways from the end of a part back to its start. */
export function repeat(part: readonly Way[]): Way[] {
  return part.filter(isExit).flatMap((exit) => part.filter(isEntry).flatMap((entry) => chain(exit, entry)))
}

function chain(way: Way, next: Way): Way[] {
  const followsCharacter = way.from !== null
  const precedesCharacter = next.to !== null
  if ((followsCharacter && next.start === 'input') || (precedesCharacter && way.end === 'input')) return []
  const isInLine =
    (followsCharacter && next.start !== 'anywhere') || (precedesCharacter && way.end !== 'anywhere')
  return [
    {
      from: way.from,
      to: next.to,
      isCertain: way.isCertain && next.isCertain && !isInLine,
      start: followsCharacter ? 'anywhere' : getStricter(way.start, next.start),
      end: precedesCharacter ? 'anywhere' : getStricter(way.end, next.end),
    },
  ]
}

function getStricter(first: Place, second: Place): Place {
  const places = [first, second]
  return places.find((place) => place === 'input') ?? places.find((place) => place === 'line') ?? 'anywhere'
}

/** Without more ways between two characters than make a difference. */
export function limitWays(ways: readonly Way[]): Way[] {
  const counts = new Map<string, number>()
  return ways.filter((way) => {
    const key = Object.values(way).join(' ')
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return (counts.get(key) ?? 0) <= maxWays
  })
}
