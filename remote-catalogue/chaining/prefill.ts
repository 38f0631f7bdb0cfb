import type { Values } from '@portico/shared/api/validate-values.ts'
import * as v from 'valibot'
import type { Row } from '../data/schema.ts'
import { getParameters } from '../model/parameter.ts'
import type { ChainTarget } from './use-chain-targets.ts'

/** Longer than any id and any address that a provider takes by GET. */
const maxCharacters = 2000

const PrefillSchema = v.object({
  carried: v.object({
    /** Name of the row whose answer it was. */
    from: v.string(),
    values: v.record(v.string(), v.pipe(v.string(), v.maxLength(maxCharacters))),
  }),
})

/** A value on its way from an answer to a form. It goes with the entry in the history, and never in an address. */
export type Prefill = v.InferOutput<typeof PrefillSchema>['carried']

/** What a link takes along, when the member `name` of an answer has a value for `target`; null where it has none. */
export function createPrefill(
  { parameter, members }: ChainTarget,
  { name, value, from }: { readonly name: string | null; readonly value: unknown; readonly from: string },
): v.InferOutput<typeof PrefillSchema> | null {
  if (parameter === null || name === null || !members.includes(name)) return null
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
  if (text === '' || text.length > maxCharacters) return null
  return { carried: { from, values: { [parameter]: text } } }
}

/** What came along to a row; null where nothing did. What is no parameter of the row is left out. */
export function readPrefill(state: unknown, row: Row): Prefill | null {
  const { success, output } = v.safeParse(PrefillSchema, state)
  if (!success) return null
  const { from, values } = output.carried
  const own: Values = Object.fromEntries(
    getParameters(row).flatMap(({ name }) =>
      Object.hasOwn(values, name) ? [[name, values[name] ?? '']] : [],
    ),
  )
  return Object.keys(own).length > 0 ? { from, values: own } : null
}
