import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { Chars, getLengthRange, toUnicodeSet } from 'regexp-ast-analysis'
import { type Characters, listWays, type Place, type Step } from './list-ways.ts'

// More copies of a repeated part say nothing new about how its time grows.
const maxCopies = 64

/** A character of an expression, and what can follow it. */
export interface State {
  readonly characters: Characters
  /** Two of them to one state: a matcher tries the same twice. */
  readonly next: readonly { readonly to: number; readonly isCertain: boolean }[]
  /** Where the expression matches after this character, whatever follows; null: nowhere. */
  readonly accepts: Place | null
}

/** What is being compiled, and the characters that have been so far. */
interface Draft {
  readonly flags: AST.Flags
  readonly characters: Extract<Step, { readonly kind: 'read' }>[]
}

/**
 * All that a backtracking matcher can try, as an automaton with a state for each character of the expression (Glushkov's). The
 * search for the place where a match starts is part of it.
 */
export function createAutomaton(source: string, flags: string): readonly State[] {
  const literal = new RegExpParser().parseLiteral(`/${source}/${flags}`)
  const draft: Draft = { flags: literal.flags, characters: [] }
  const whole = compileAny(literal.pattern.alternatives, { kind: 'match' }, draft)
  const states = draft.characters.map(({ characters, next }): State => {
    const ways = listWays(next, { followsCharacter: true })
    const ends = ways.flatMap(({ to, isCertain, end }) => (to === null && isCertain ? [end] : []))
    const accepts = (['anywhere', 'line', 'input'] as const).find((place) => ends.includes(place)) ?? null
    return { characters, next: listNext(ways), accepts }
  })
  return [...states, ...createSearch(whole, draft.flags, states.length)]
}

/** The text before a match, of any length; where a line must start, its last character ends the previous line. */
function createSearch(whole: Step, flags: AST.Flags, before: number): readonly State[] {
  const ways = flags.sticky ? [] : listWays(whole, { followsCharacter: false })
  const listEntries = (place: Place) => listNext(ways.filter(({ start }) => start === place))
  const further = [before, before + 1].map((to) => ({ to, isCertain: true }))
  return [
    { characters: Chars.all(flags), next: [...further, ...listEntries('anywhere')], accepts: null },
    { characters: Chars.lineTerminator(flags), next: listEntries('line'), accepts: null },
  ]
}

function listNext(ways: ReturnType<typeof listWays>): State['next'] {
  return ways.flatMap(({ to, isCertain }) => (to === null ? [] : [{ to, isCertain }]))
}

function compileAny(alternatives: readonly AST.Alternative[], next: Step, draft: Draft): Step {
  const options = alternatives.map(({ elements }) =>
    elements.reduceRight((rest, element) => compile(element, rest, draft), next),
  )
  return { kind: 'any', options }
}

function compile(element: AST.Element, next: Step, draft: Draft): Step {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return compileAny(element.alternatives, next, draft)
    case 'Quantifier':
      return compileQuantifier(element, next, draft)
    case 'Assertion':
      return compileAssertion(element, next, draft)
    case 'Backreference': {
      // What the group matched; nothing, if it didn't. As one text at most, it may fail.
      const [group] = [element.resolved].flat()
      const rest: Step = { kind: 'unknown', next }
      const options = group === undefined ? [] : [compileAny(group.alternatives, rest, draft)]
      return { kind: 'unknown', next: { kind: 'any', options: [...options, rest] } }
    }
    default: {
      const { chars } = toUnicodeSet(element, draft.flags)
      const step = { kind: 'read', characters: chars, at: draft.characters.length, next } as const
      draft.characters.push(step)
      return step
    }
  }
}

function compileQuantifier({ element, min, max }: AST.Quantifier, next: Step, draft: Draft): Step {
  const required = Math.min(min, maxCopies)
  const compileRequired = (count: number, rest: Step) =>
    Array.from({ length: count }).reduce((following: Step) => compile(element, following, draft), rest)
  if (max > maxCopies) {
    const options: Step[] = [next]
    const loop: Step = { kind: 'any', options }
    const body = compile(element, { kind: 'leave', repetition: loop, next: loop }, draft)
    options.push({ kind: 'enter', repetition: loop, next: body })
    return required === 0 ? loop : compileRequired(required - 1, body)
  }
  const optional = Array.from({ length: max - required }).reduce((rest: Step): Step => {
    const repetition = {}
    const body = compile(element, { kind: 'leave', repetition, next: rest }, draft)
    return { kind: 'any', options: [next, { kind: 'enter', repetition, next: body }] }
  }, next)
  return compileRequired(required, optional)
}

function compileAssertion(assertion: AST.Assertion, next: Step, draft: Draft): Step {
  const unknown: Step = { kind: 'unknown', next }
  switch (assertion.kind) {
    case 'start':
    case 'end':
      return { kind: assertion.kind, place: draft.flags.multiline ? 'line' : 'input', next }
    case 'word':
      return unknown
    case 'lookbehind':
      if (getLengthRange(assertion.alternatives, draft.flags).max === Number.POSITIVE_INFINITY)
        throw new Error('it looks behind without a limit')
      return unknown
    case 'lookahead': {
      // A matcher tries it here, and then continues from here.
      const tried = compileAny(assertion.alternatives, { kind: 'tried' }, draft)
      return { kind: 'any', options: [{ kind: 'unknown', next: tried }, unknown] }
    }
  }
}
