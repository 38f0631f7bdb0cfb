import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { Chars, getLengthRange, toUnicodeSet } from 'regexp-ast-analysis'
import { join, limitWays, type Place, repeat, through, type Way } from './ways.ts'

// More copies of a repeated part say nothing new about how its time grows.
const maxCopies = 64

/** A set of characters. */
export type Characters = ReturnType<typeof Chars.all>

/** A character of an expression, and what can follow it. */
export interface State {
  readonly characters: Characters
  /** Two of them to one state: a matcher tries the same twice. */
  readonly next: readonly { readonly to: number; readonly isCertain: boolean }[]
  /** Where the expression matches after this character, whatever follows; null: nowhere. */
  readonly accepts: Place | null
}

interface Draft {
  readonly flags: AST.Flags
  readonly sets: Characters[]
  readonly edges: Way[]
}

const optional = (part: readonly Way[]): Way[] => [...part.filter(({ from, to }) => from !== to), through]
const uncertain: Way = { ...through, isCertain: false }

/**
 * All that a backtracking matcher can try, as an automaton with a state for each character of the expression (Glushkov's). The
 * search for the place where a match starts is part of it.
 */
export function createAutomaton(source: string, flags: string): readonly State[] {
  const literal = new RegExpParser().parseLiteral(`/${source}/${flags}`)
  const draft: Draft = { flags: literal.flags, sets: [], edges: [] }
  const whole = readAny(literal.pattern.alternatives, draft)
  if (!literal.flags.sticky) addSearch(whole, draft)
  const accepted = whole.filter(({ from, isCertain }) => from !== null && isCertain)
  const edges = limitWays(draft.edges)
  return draft.sets.map((characters, at) => ({
    characters,
    next: edges.flatMap(({ from, to, isCertain }) => (from === at && to !== null ? [{ to, isCertain }] : [])),
    accepts: findWidest(accepted.flatMap(({ from, end }) => (from === at ? [end] : []))),
  }))
}

function findWidest(places: readonly Place[]): Place | null {
  return (['anywhere', 'line', 'input'] as const).find((place) => places.includes(place)) ?? null
}

/** The text before a match, of any length; where a line must start, its last character ends the previous line. */
function addSearch(whole: readonly Way[], draft: Draft): void {
  const before = addCharacter(Chars.all(draft.flags), draft)
  const lineEnd = addCharacter(Chars.lineTerminator(draft.flags), draft)
  const inLine = whole.filter(({ start }) => start === 'anywhere')
  const atLine = whole.flatMap((way) =>
    way.start === 'line' ? [{ ...way, start: 'anywhere' as const }] : [],
  )
  draft.edges.push(...repeat(before))
  joinInto(draft, before, lineEnd)
  joinInto(draft, before, inLine)
  joinInto(draft, lineEnd, atLine)
}

function addCharacter(characters: Characters, { sets }: Draft): Way[] {
  const at = sets.push(characters) - 1
  return [
    { ...through, to: at },
    { ...through, from: at },
  ]
}

const readAny = (alternatives: readonly AST.Alternative[], draft: Draft): Way[] =>
  limitWays(alternatives.flatMap(({ elements }) => readAll(elements, draft)))

const readAll = (elements: readonly AST.Element[], draft: Draft): Way[] =>
  elements.reduce((part: Way[], element) => joinInto(draft, part, readElement(element, draft)), [through])

function joinInto(draft: Draft, part: readonly Way[], next: readonly Way[]): Way[] {
  const ways = join(part, next)
  draft.edges.push(...ways.filter(isEdge))
  return ways.filter((way) => !isEdge(way))
}

const isEdge = ({ from, to }: Way) => from !== null && to !== null

function readElement(element: AST.Element, draft: Draft): Way[] {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return readAny(element.alternatives, draft)
    case 'Quantifier':
      return readQuantifier(element, draft)
    case 'Assertion':
      return readAssertion(element, draft)
    case 'Backreference': {
      // What the group matched; nothing, if it didn't. As one text at most, it may fail.
      const [group] = [element.resolved].flat()
      const matched = group === undefined ? [] : readAny(group.alternatives, draft)
      return [...matched, through].map((way) => ({ ...way, isCertain: false }))
    }
    default:
      return addCharacter(toUnicodeSet(element, draft.flags).chars, draft)
  }
}

function readQuantifier({ element, min, max }: AST.Quantifier, draft: Draft): Way[] {
  const isEndless = max > maxCopies
  const required = Math.min(min, maxCopies)
  const count = isEndless ? Math.max(required, 1) : max
  const copies = Array.from({ length: count }, () => readElement(element, draft))
  if (isEndless) draft.edges.push(...repeat(copies.at(-1) ?? []))
  return copies.reduceRight(
    (rest: Way[], copy, at) => {
      const part = joinInto(draft, copy, rest)
      return at < required ? part : optional(part)
    },
    [through],
  )
}

function readAssertion(assertion: AST.Assertion, draft: Draft): Way[] {
  const place = draft.flags.multiline ? 'line' : 'input'
  switch (assertion.kind) {
    case 'start':
      return [{ ...through, start: place }]
    case 'end':
      return [{ ...through, end: place }]
    case 'word':
      return [uncertain]
    case 'lookbehind':
      if (getLengthRange(assertion.alternatives, draft.flags).max === Number.POSITIVE_INFINITY)
        throw new Error('it looks behind without a limit')
      return [uncertain]
    case 'lookahead': {
      // A matcher tries it here, and then continues from here.
      const tried = readAny(assertion.alternatives, draft).filter(
        ({ from, to }) => from === null && to !== null,
      )
      return [...tried.map((way) => ({ ...way, isCertain: false })), uncertain]
    }
  }
}
