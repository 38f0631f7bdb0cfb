import type { Chars } from 'regexp-ast-analysis'

// Two ways between the same characters make a loop ambiguous; more change nothing.
const maxWays = 2

/** A set of characters. */
export type Characters = ReturnType<typeof Chars.all>

/** Where something holds: anywhere, at an end of a line, or at an end of the input. */
export type Place = 'anywhere' | 'line' | 'input'

/** What a matcher does next. */
export type Step =
  /** Reads a character. */
  | { readonly kind: 'read'; readonly characters: Characters; readonly at: number; readonly next: Step }
  | { readonly kind: 'any'; readonly options: readonly Step[] }
  /** Continues where a line or the input starts or ends; without a place, where nobody knows. */
  | { readonly kind: 'start' | 'end'; readonly place: Place; readonly next: Step }
  | { readonly kind: 'unknown'; readonly next: Step }
  /** A repetition that reads nothing between these two is not tried. */
  | { readonly kind: 'enter' | 'leave'; readonly repetition: object; readonly next: Step }
  /** The expression has matched, or the part that is only tried has. */
  | { readonly kind: 'match' | 'tried' }

/** A way from one character to the next, or to the end of a match. */
interface Way {
  /** null: the expression matches. */
  readonly to: number | null
  /** Whether nothing but the next character can close it. */
  readonly isCertain: boolean
  readonly start: Place
  readonly end: Place
}

interface Path extends Omit<Way, 'to'> {
  readonly entered: readonly object[]
}

/** The ways from a step; of equal ones, only as many as make a difference. */
export function listWays(first: Step, { followsCharacter }: { readonly followsCharacter: boolean }): Way[] {
  const ways: Way[] = []
  const counts = new Map<Step, Map<string, number>>()

  function follow(step: Step, path: Path): void {
    const { entered, ...place } = path
    const key = [...Object.values(place), entered.length].join()
    const visits = counts.get(step) ?? new Map<string, number>()
    counts.set(step, visits.set(key, (visits.get(key) ?? 0) + 1))
    if ((visits.get(key) ?? 0) > maxWays) return
    if (step.kind === 'any') for (const option of step.options) follow(option, path)
    else if (step.kind === 'end') follow(step.next, { ...path, end: getStricter(path.end, step.place) })
    else if (step.kind === 'unknown') follow(step.next, { ...path, isCertain: false })
    else if (step.kind === 'enter') follow(step.next, { ...path, entered: [...entered, step.repetition] })
    else if (step.kind === 'match') ways.push({ ...place, to: null })
    else if (step.kind === 'leave') {
      if (!entered.includes(step.repetition)) follow(step.next, path)
    } else if (step.kind === 'read') {
      const isCertain = path.isCertain && path.end === 'anywhere'
      if (path.end !== 'input') ways.push({ ...place, to: step.at, isCertain })
    } else if (step.kind === 'start') {
      if (!followsCharacter) follow(step.next, { ...path, start: getStricter(path.start, step.place) })
      else if (step.place === 'line') follow(step.next, { ...path, isCertain: false })
    }
  }

  follow(first, { isCertain: true, start: 'anywhere', end: 'anywhere', entered: [] })
  return ways
}

function getStricter(first: Place, second: Place): Place {
  return (['input', 'line'] as const).find((place) => place === first || place === second) ?? 'anywhere'
}
