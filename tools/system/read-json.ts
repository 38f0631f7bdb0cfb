import { readFileSync } from 'node:fs'
import * as v from 'valibot'

/** Reads a JSON file that a program wrote. Throws if it isn't what `schema` describes. */
export function readJson<Schema extends v.GenericSchema>(
  file: string,
  schema: Schema,
): v.InferOutput<Schema> {
  return v.parse(schema, JSON.parse(readFileSync(file, 'utf8')))
}
