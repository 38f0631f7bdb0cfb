import type { Values } from '@portico/kit/api/validate-values.ts'
import * as v from 'valibot'
import type { Row } from '../data/schema.ts'
import { getParameters } from '../model/parameter.ts'
import { getLiteral, type JsonValue } from '../model/parse-json.ts'
import type { ChainTarget } from './use-chain-targets.ts'

/** Longer than any id or URL that an API accepts by GET. */
const maxCharacters = 2000

const PrefillSchema = v.object({
  prefill: v.object({
    /** Name of the row that the response came from. */
    from: v.string(),
    values: v.record(v.string(), v.pipe(v.string(), v.maxLength(maxCharacters))),
  }),
})

/** A response value that prefills a form. Passed in the history state, never in a URL. */
export type Prefill = v.InferOutput<typeof PrefillSchema>['prefill']

/** The state of a link that passes the property `name` of a response to `target`; null if it doesn't match. */
export function createPrefill(
  { parameter, properties }: ChainTarget,
  { name, value, from }: { readonly name: string | null; readonly value: JsonValue; readonly from: string },
): v.InferOutput<typeof PrefillSchema> | null {
  if (parameter === null || name === null || !properties.includes(name)) return null
  const text = getLiteral(value)
  if (text === null || text === '' || text.length > maxCharacters) return null
  return { prefill: { from, values: { [parameter]: text } } }
}

/** Reads the prefill from a history state; null if there is none. Names that aren't parameters of the row are dropped. */
export function readPrefill(state: unknown, row: Row): Prefill | null {
  const { success, output } = v.safeParse(PrefillSchema, state)
  if (!success) return null
  const { from, values } = output.prefill
  const known: Values = Object.fromEntries(
    getParameters(row).flatMap(({ name }) =>
      Object.hasOwn(values, name) ? [[name, values[name] ?? '']] : [],
    ),
  )
  return Object.keys(known).length > 0 ? { from, values: known } : null
}
