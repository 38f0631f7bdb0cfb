import { createMachine, type Machine } from './create-machine.ts'

/** Where several matchers are that read the same text; the last number of a pair says whether their ways have differed. */
type Position = readonly number[]
interface Step {
  readonly position: Position
  readonly character: string
}
interface Visit {
  readonly position: Position
  readonly text: string
}

/**
 * A text that takes longer than linear time if it is repeated; null: there is none. It leads from one loop of the expression
 * around it, to another loop, and around that: a matcher that fails after n repetitions has tried n ways to divide them. The
 * search for the start of a match is such a loop, too. (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991)
 */
export function findSlowInput(source: string, flags: string): string | null {
  const machine = createMachine(source, flags)
  const { states, leadsTo } = machine
  const isTogether = (from: number, to: number) => leadsTo(from, to) && leadsTo(to, from)
  const inLoops = states.flatMap((_, at) => (leadsTo(at, at) ? [at] : []))
  const loops = inLoops.filter((at) => !inLoops.some((other) => other < at && isTogether(other, at)))
  for (const loop of loops) {
    const twice = findTwoWays(machine, loop)
    if (twice !== null) return twice
    for (const other of inLoops) {
      if (!leadsTo(loop, other) || leadsTo(other, loop)) continue
      const text = findWayBetween(machine, loop, other)
      if (text !== null) return text
    }
  }
  return null
}

/** A text that leads around one loop in two ways. */
function findTwoWays({ states, alphabet, reads, leadsTo }: Machine, loop: number): string | null {
  const listNext = (at: number) => (states[at]?.next ?? []).filter(({ to }) => leadsTo(to, loop))
  return findText([loop, loop, 0], [loop, loop, 1], ([first = 0, second = 0, differ = 0]) =>
    listNext(first).flatMap((firstEdge) =>
      listNext(second).flatMap((secondEdge) => {
        const character = alphabet.find((read) => reads(firstEdge.to, read) && reads(secondEdge.to, read))
        if (character === undefined) return []
        return [{ position: [firstEdge.to, secondEdge.to, firstEdge === secondEdge ? differ : 1], character }]
      }),
    ),
  )
}

/** A text that leads around one loop, from there to another, and around that. */
function findWayBetween(
  { states, alphabet, reads, leadsTo }: Machine,
  loop: number,
  other: number,
): string | null {
  const listNext = (at: number, target: number) =>
    new Set((states[at]?.next ?? []).flatMap(({ to }) => (to === target || leadsTo(to, target) ? [to] : [])))
  return findText([loop, loop, other], [loop, other, other], ([first = 0, second = 0, third = 0]) =>
    [...listNext(first, loop)].flatMap((nextFirst) =>
      [...listNext(second, other)].flatMap((nextSecond) =>
        [...listNext(third, other)].flatMap((nextThird) => {
          const character = alphabet.find(
            (read) => reads(nextFirst, read) && reads(nextSecond, read) && reads(nextThird, read),
          )
          return character === undefined ? [] : [{ position: [nextFirst, nextSecond, nextThird], character }]
        }),
      ),
    ),
  )
}

/** The shortest text that leads from one position to another. */
function findText(
  from: Position,
  to: Position,
  listSteps: (from: Position) => readonly Step[],
): string | null {
  const seen = new Set<string>()
  const visits: Visit[] = [{ position: from, text: '' }]
  for (const visit of visits)
    for (const { position, character } of listSteps(visit.position)) {
      const text = visit.text + character
      const key = position.join()
      if (key === to.join()) return text
      if (seen.has(key)) continue
      seen.add(key)
      visits.push({ position, text })
    }
  return null
}
