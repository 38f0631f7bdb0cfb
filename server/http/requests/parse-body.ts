import * as v from 'valibot'
import { Problem } from '../problems/errors.ts'

/** What a body or a query says, by its schema. Throws `invalid-request` with a message for each wrong field. */
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
