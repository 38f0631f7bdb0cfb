import { type Characters, createAutomaton, type State } from './create-automaton.ts'

/** An automaton over the few characters that it tells apart. */
export interface Machine {
  readonly states: readonly State[]
  readonly alphabet: readonly string[]
  /** Whether a character leads into a state. */
  reads(state: number, character: string): boolean
  /** Whether some text leads from one state to another. */
  leadsTo(from: number, to: number): boolean
}

export function createMachine(source: string, flags: string): Machine {
  const states = createAutomaton(source, flags)
  const alphabet = createAlphabet([...new Set(states.map(({ characters }) => characters))])
  const reading = states.map(
    ({ characters }) => new Set(alphabet.filter((character) => characters.has(toCode(character)))),
  )
  const reached = states.map((state) => listReached(states, state, reading))
  return {
    states,
    alphabet,
    reads: (state, character) => reading[state]?.has(character) === true,
    leadsTo: (from, to) => reached[from]?.has(to) === true,
  }
}

/** One of each group of characters that no set tells apart. */
function createAlphabet(sets: readonly Characters[]): string[] {
  const starts = new Set(sets.flatMap(({ ranges }) => ranges.flatMap(({ min, max }) => [min, max + 1])))
  const groups = new Map<string, string>()
  for (const code of [...starts].toSorted((a, b) => a - b)) {
    const members = sets.flatMap((set, at) => (set.has(code) ? [at] : [])).join()
    if (members !== '' && !isPrintable(groups.get(members))) groups.set(members, String.fromCodePoint(code))
  }
  return [...groups.values()]
}

const isPrintable = (character = '') => character > ' ' && character <= '~'
const toCode = (character: string) => character.codePointAt(0) ?? 0

function listReached(
  states: readonly State[],
  from: State,
  reading: readonly ReadonlySet<string>[],
): Set<number> {
  const reached = new Set<number>()
  const waiting = [from]
  for (const { next } of waiting)
    for (const { to } of next) {
      const state = states[to]
      if (state === undefined || reached.has(to) || reading[to]?.size === 0) continue
      reached.add(to)
      waiting.push(state)
    }
  return reached
}
