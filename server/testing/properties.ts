import fc from 'fast-check'
import type * as v from 'valibot'

const soakRuns = Number(process.env.PROPERTY_RUNS ?? 0)

/** The same values each time in `npm test`, in seconds; with PROPERTY_RUNS, others each time. A failure prints its seed. */
export const settings = soakRuns > 0 ? { numRuns: soakRuns } : { numRuns: 30, seed: 1 }

/** For a test of a property: many tries take longer than a suite's own limit. */
export const patience = { timeout: 600_000 }

/** Anything that JSON can say, with keys that have a meaning to JavaScript. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.dictionary(
    fc.constantFrom('__proto__', 'constructor', 'toString', 'remote', 'to', 'email'),
    fc.jsonValue(),
  ),
)

/** What the values of a schema are made of, as far as valibot reveals. */
interface Described {
  readonly type: string
  readonly pipe?: readonly (Described & { readonly kind: string; readonly requirement?: unknown })[]
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly items?: readonly v.GenericSchema[]
  readonly item?: v.GenericSchema
  readonly key?: v.GenericSchema
  readonly value?: v.GenericSchema
  readonly wrapped?: v.GenericSchema
  readonly options?: readonly unknown[]
  readonly literal?: unknown
}

/** What checks by code ask for. */
const typicalTexts = [
  'ada',
  'one',
  'remote.js',
  '/one',
  '/one/:id',
  '1.0.0',
  '0a1b2c3d',
  'A title',
  'ada@example.com',
  'https://example.com/',
  'read',
  'publish:one',
  '#112233',
  `sha256-${'A'.repeat(43)}=`,
  '2026-01-31',
]

const bounds: Readonly<Record<string, 'min' | 'max'>> = {
  min_value: 'min',
  min_length: 'min',
  non_empty: 'min',
  max_value: 'max',
  max_length: 'max',
}

/** Values that a schema mostly accepts: what it checks by code may still refuse them. */
export function createArbitrary(described: Described): fc.Arbitrary<unknown> {
  const { type, entries = {}, items = [], options = [] } = described
  const pipe = described.pipe ?? []
  const inner = pipe.find(({ kind }) => kind === 'schema')
  if (inner !== undefined && inner.type !== type) return anyJson
  // `boundedArray` and `boundedRecord` check the size before the items.
  const [base, ...checked] = pipe.filter(({ kind }) => kind === 'schema')
  const bounded = checked.at(-1) ?? base
  if (bounded !== undefined && (checked.length > 0 || bounded.pipe !== undefined))
    return createArbitrary(bounded)
  const limits: { min?: number; max?: number } = {}
  for (const { type: check, requirement } of pipe) {
    const bound = bounds[check]
    if (bound !== undefined) limits[bound] = typeof requirement === 'number' ? requirement : 1
  }
  const isParsed = pipe.some(({ type: action }) => action === 'parse_json')
  const length = {
    ...(limits.min !== undefined && { minLength: limits.min }),
    ...(limits.max !== undefined && { maxLength: limits.max }),
  }
  switch (type) {
    case 'string': {
      if (isParsed) return anyJson.map((value) => JSON.stringify(value) ?? '')
      const shape = pipe.find(({ type: check }) => check === 'regex')?.requirement
      const typical = fc.constantFrom(...typicalTexts)
      return shape instanceof RegExp
        ? fc.oneof(
            { weight: 6, arbitrary: toText(shape) },
            { weight: 6, arbitrary: typical },
            fc.string(length),
          )
        : fc.oneof({ weight: 9, arbitrary: typical }, fc.string(length))
    }
    case 'number': {
      const { min = -1_000_000, max = 1_000_000 } = limits
      const isWhole = pipe.some(({ type: check }) => check === 'integer' || check === 'safe_integer')
      const range = { min: Math.ceil(min), max: Math.max(Math.ceil(min), Math.floor(max)) }
      return isWhole ? fc.integer(range) : fc.double({ min, max: Math.max(min, max), noNaN: true })
    }
    case 'boolean':
      return fc.boolean()
    case 'literal':
      return fc.constant(described.literal)
    case 'picklist':
    case 'enum':
      return fc.constantFrom(...options)
    case 'null':
      return fc.constant(null)
    case 'nullable':
    case 'nullish':
      return fc.option(createArbitrary(described.wrapped ?? described), { nil: null })
    case 'optional':
    case 'exact_optional':
    case 'readonly':
      return createArbitrary(described.wrapped ?? described)
    case 'array':
      return fc.array(createArbitrary(described.item ?? described), { maxLength: 3, ...length })
    case 'record':
      return fc.dictionary(
        createArbitrary(described.key ?? described).map(String),
        createArbitrary(described.value ?? described),
        { maxKeys: 3 },
      )
    case 'tuple':
      return fc.tuple(...items.map(createArbitrary))
    case 'union':
    case 'variant':
      return fc.oneof(...options.map((option) => createArbitrary(option as v.GenericSchema)))
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return toObject(entries)
    default:
      return anyJson
  }
}

function toObject(entries: Readonly<Record<string, v.GenericSchema>>): fc.Arbitrary<unknown> {
  const isOptional = ({ type }: v.GenericSchema) => type === 'optional' || type === 'exact_optional'
  const required = Object.keys(entries).filter((key) => {
    const entry = entries[key]
    return entry !== undefined && !isOptional(entry)
  })
  const fields = Object.fromEntries(
    Object.entries(entries).map(([key, entry]) => [key, createArbitrary(entry)]),
  )
  return fc.record(fields, { requiredKeys: required })
}

/** fast-check can't generate text for every expression, such as one that looks ahead. */
function toText(shape: RegExp): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(shape.source, shape.flags.replace(/[gi]/g, '')))
  } catch {
    return fc.string()
  }
}
