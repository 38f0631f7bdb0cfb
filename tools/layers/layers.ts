import * as v from 'valibot'

const Names = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((name) => name.trim())),
)
const Chain = v.pipe(
  v.string(),
  v.transform((text) => text.split('>')),
  v.minLength(1),
  v.array(Names),
)

/**
 * Schema of the table of layers: by folder, the order of the rooms in it. `a, b > c` says that `a` and `b` import `c` and what
 * `c` may import; names may contain `*`.
 */
export const LayersSchema = v.object({ order: v.record(v.string(), v.array(Chain)) })

/** The table of layers as it is written. */
export type LayersTable = v.InferInput<typeof LayersSchema>

/** The order of the rooms in one folder. */
interface Order {
  /** The names of the rooms, as the table has them. */
  readonly names: readonly string[]
  /** The name in the table for a room; null: it has none. */
  findName(room: string): string | null
  /** Whether one room may import another one. */
  allows(from: string, to: string): boolean
}

/** The order of rooms by folder, of which `.` is the root; null: it has none. */
export type FindOrder = (folder: string) => Order | null

/** Reads a table of layers. Throws when it isn't one, or when an order has a circle. */
export function parseLayers(table: unknown): FindOrder {
  const { order } = v.parse(LayersSchema, table)
  const orders = new Map(
    Object.entries(order).map(([folder, chains]) => [folder, createOrder(folder, chains)]),
  )
  return (folder) => orders.get(findPattern(folder, [...orders.keys()]) ?? '') ?? null
}

type Chains = v.InferOutput<typeof LayersSchema>['order'][string]

function createOrder(folder: string, chains: Chains): Order {
  const below = new Map<string, Set<string>>()
  for (const chain of chains) {
    for (const name of chain.flat()) if (!below.has(name)) below.set(name, new Set())
    for (const [index, uppers] of chain.entries())
      for (const upper of uppers) for (const lower of chain[index + 1] ?? []) below.get(upper)?.add(lower)
  }
  const names = [...below.keys()]
  const reached = new Map(names.map((name) => [name, reach(folder, below, [name])]))
  const findName = (room: string) => findPattern(room, names)
  return {
    names,
    findName,
    allows(from, to) {
      const [upper, lower] = [findName(from), findName(to)]
      return upper !== null && lower !== null && reached.get(upper)?.has(lower) === true
    },
  }
}

/** All names below the last one of `path`; it is one of them only if the table says that its rooms import each other. */
function reach(
  folder: string,
  below: ReadonlyMap<string, ReadonlySet<string>>,
  path: readonly string[],
): Set<string> {
  const name = path.at(-1) ?? ''
  const found = new Set<string>()
  for (const lower of below.get(name) ?? []) {
    found.add(lower)
    if (lower === name) continue
    if (path.includes(lower))
      throw new Error(`The order of ${folder} has a circle: ${[...path, lower].join(' > ')}.`)
    for (const further of reach(folder, below, [...path, lower])) found.add(further)
  }
  return found
}

/** The pattern that matches a name: itself, or else the first with a `*` that does. */
function findPattern(name: string, patterns: readonly string[]): string | null {
  const matches = (pattern: string) => {
    const [start = '', end] = pattern.split('*')
    return end !== undefined && name.startsWith(start) && name.endsWith(end)
  }
  return patterns.includes(name) ? name : (patterns.find(matches) ?? null)
}
