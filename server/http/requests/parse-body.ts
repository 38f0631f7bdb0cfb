import * as v from 'valibot'
import { Problem } from '../problems/errors.ts'

/** Parses a body or a query with a schema. Throws `invalid-request` with a message for each invalid field. */
export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body ?? {}, { abortPipeEarly: true })
  if (parsed.success) return requireStorable(parsed.output)
  const fields = Object.fromEntries(
    parsed.issues.map((issue) => [v.getDotPath(issue) ?? 'body', issue.message]),
  )
  throw new Problem('invalid-request', { fields })
}

// PostgreSQL can't store a NUL, and nobody types one.
function requireStorable<Output>(output: Output): Output {
  if (typeof output !== 'object' || output === null) return output
  const invalid = Object.entries(output).find(
    ([, value]) => typeof value === 'string' && value.includes('\0'),
  )
  if (invalid === undefined) return output
  throw new Problem('invalid-request', {
    fields: { [invalid[0]]: 'This contains a character that can’t be used.' },
  })
}
