import * as v from 'valibot'
import { boundedArray, boundedRecord } from '../bounded.ts'

const maxParts = 20
const maxFields = 50

const Name = v.pipe(v.string(), v.regex(/^[a-z][A-Za-z0-9]*$/, 'expected a name such as projects'))

const PartSchema = v.strictObject({
  /** A path of the built content. `:name` is the item of a list whose `slug` is that parameter of the page's address. */
  from: v.pipe(
    v.string(),
    v.regex(
      /^[a-z][A-Za-z0-9]*(?:\.:?[A-Za-z][A-Za-z0-9_]*)*$/,
      'expected a path of the content, such as projects or projects.:name',
    ),
  ),
  /** What the page shows of it, or of each item of it. Missing: everything. */
  fields: v.exactOptional(boundedArray(Name, maxFields, 'fields')),
  /** True: the page exists without it. */
  isOptional: v.exactOptional(v.literal(true)),
})

/** Schema of what a page shows of the owner's content, by the page's own names. */
export const ContentSelectionSchema = boundedRecord({ key: Name, value: PartSchema }, maxParts, 'parts')

export type ContentSelection = Readonly<Record<string, v.InferOutput<typeof PartSchema>>>

/** The parameters of a page's address, by name. */
export type PageParameters = Readonly<Record<string, string | undefined>>

/** Names a selection: two that select the same have the same name. */
export function nameSelection(selection: ContentSelection): string {
  return JSON.stringify(
    Object.entries(selection).map(([name, { from, fields, isOptional }]) => [name, from, fields, isOptional]),
  )
}

/** What a page shows at an address with these parameters. null: there is no page at it, such as for an unknown project. */
export function selectContent(
  content: unknown,
  selection: ContentSelection,
  parameters: PageParameters = {},
): Readonly<Record<string, unknown>> | null {
  const selected: Record<string, unknown> = {}
  for (const [name, { from, fields, isOptional }] of Object.entries(selection)) {
    const found = readContent(content, from.split('.'), { parameters })
    if (found !== undefined) selected[name] = fields === undefined ? found : pick(found, fields)
    else if (isOptional === undefined) return null
  }
  return selected
}

/** The parameters of every address at which there is a page with this selection. */
export function listParameters(content: unknown, selection: ContentSelection): Record<string, string>[] {
  let all: Record<string, string>[] = [{}]
  for (const { from } of Object.values(selection))
    for (const [index, segment] of from.split('.').entries())
      if (segment.startsWith(':')) all = all.flatMap((known) => expand(content, from, { index, known }))
  return all.filter((parameters) => selectContent(content, selection, parameters) !== null)
}

interface Expansion {
  /** The position of the parameter in the path. */
  readonly index: number
  readonly known: Record<string, string>
}

function expand(content: unknown, from: string, { index, known }: Expansion): Record<string, string>[] {
  const segments = from.split('.')
  const name = segments[index]?.slice(1) ?? ''
  if (Object.hasOwn(known, name)) return [known]
  const list = readContent(content, segments.slice(0, index), { parameters: known })
  return Array.isArray(list) ? list.map((item) => ({ ...known, [name]: String(getField(item, 'slug')) })) : []
}

/** Where a path leads: the parameters of the page's address, and the position in each list of which it names every item. */
interface Place {
  readonly parameters: PageParameters
  readonly at?: readonly number[]
}

/** The value at a path of the content; `*` stands for an item of a list. undefined: there is none. */
export function readContent(
  content: unknown,
  path: readonly string[],
  { parameters, at = [] }: Place,
): unknown {
  let value = content
  let list = 0
  for (const segment of path) {
    if (segment.startsWith(':')) value = findItem(value, parameters[segment.slice(1)])
    else value = getField(value, segment === '*' ? String(at[list++]) : segment)
  }
  return value
}

function findItem(list: unknown, slug: string | undefined): unknown {
  if (!Array.isArray(list) || slug === undefined) return undefined
  return list.find((item) => getField(item, 'slug') === slug)
}

function getField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

function pick(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, fields))
  return Object.fromEntries(
    fields.flatMap((field) => {
      const found = getField(value, field)
      return found === undefined ? [] : [[field, found]]
    }),
  )
}
