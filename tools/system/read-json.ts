import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'

/** Reads a JSON file that a program wrote. Throws if it isn't what `schema` describes. */
export function readJson<Schema extends v.GenericSchema>(
  file: string,
  schema: Schema,
): v.InferOutput<Schema> {
  return v.parse(schema, JSON.parse(readFileSync(file, 'utf8')))
}

/** Reads a JSON file; undefined: it is missing, or isn't what `schema` describes, for example because a program was interrupted. */
export function findJson<Schema extends v.GenericSchema>(
  file: string,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  if (!existsSync(file)) return undefined
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), readFileSync(file, 'utf8'))
  return parsed.success ? parsed.output : undefined
}
