import { createAutomaton, type State } from './create-automaton.ts'
import type { Characters } from './list-ways.ts'

/** An automaton over the few characters that it tells apart. */
export interface Machine {
  /** Without what leads to where a matcher certainly succeeds: from there, it tries no other way. */
  readonly states: readonly State[]
  readonly alphabet: readonly string[]
  /** Whether a character leads into a state. */
  reads(state: number, character: string): boolean
  /** Whether some text leads from one state to another. */
  leadsTo(from: number, to: number): boolean
}

export function createMachine(source: string, flags: string): Machine {
  const all = createAutomaton(source, flags)
  const alphabet = createAlphabet([...new Set(all.map(({ characters }) => characters))])
  const reading = all.map(
    ({ characters }) => new Set(alphabet.filter((character) => characters.has(toCode(character)))),
  )
  const reads = (state: number, character: string) => reading[state]?.has(character) === true
  const isFailing = all.map((_, at) => canFail(at, { states: all, alphabet, reads }))
  const states = all.map((state) => ({ ...state, next: state.next.filter(({ to }) => isFailing[to]) }))
  const reached = states.map((state) => listReached(states, state, reading))
  return {
    states,
    alphabet,
    reads,
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

/** Whether a matcher can fail after a state. */
function canFail(state: number, { states, alphabet, reads }: Omit<Machine, 'leadsTo'>): boolean {
  const listNext = (set: readonly number[], character: string) => {
    const next = set.flatMap((at) => (states[at]?.next ?? []).filter(({ isCertain }) => isCertain))
    return [...new Set(next.map(({ to }) => to).filter((to) => reads(to, character)))].toSorted(
      (a, b) => a - b,
    )
  }
  const seen = new Set<string>()
  const waiting = [[state]]
  for (const set of waiting) {
    const accepts = new Set(set.map((at) => states[at]?.accepts))
    if (accepts.has('anywhere') || seen.has(set.join())) continue
    if (!accepts.has('line') && !accepts.has('input')) return true
    seen.add(set.join())
    for (const character of alphabet) {
      const isLineEnd = /^[\n\r\u2028\u2029]$/.test(character) && accepts.has('line')
      if (!isLineEnd) waiting.push(listNext(set, character))
    }
  }
  return false
}
