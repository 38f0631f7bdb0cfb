import * as v from 'valibot'
import { Problem } from '../problems/errors.ts'

/** Parses a body or a query with a schema. Throws `invalid-request` with a message for each invalid field. */
export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body ?? {}, { abortPipeEarly: true })
  if (parsed.success) return parsed.output
  const fields = Object.fromEntries(
    parsed.issues.map((issue) => [v.getDotPath(issue) ?? 'body', issue.message]),
  )
  throw new Problem('invalid-request', { fields })
}
