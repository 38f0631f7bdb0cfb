import * as v from 'valibot'

/** What was entered, checked before it is sent. Throws an error that names the field. */
export function parseForm<S extends v.GenericSchema>(schema: S, values: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, values)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new Error(`${v.getDotPath(issue) ?? 'The form'}: ${issue.message}.`)
}
