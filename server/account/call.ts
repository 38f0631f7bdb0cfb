import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Problem } from '../errors.ts'

interface Visit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Adds a POST route whose body is parsed by `schema` and whose answer is what `answer` gives. A body of another shape
 * is answered `invalid-request` with a message for each field.
 */
export function post<Schema extends v.GenericSchema>(
  app: FastifyInstance,
  path: string,
  {
    schema,
    answer,
  }: { schema: Schema; answer: (body: v.InferOutput<Schema>, visit: Visit) => Promise<unknown> },
): void {
  app.post(path, async (request, reply) => answer(parseBody(schema, request.body), { request, reply }))
}

function parseBody<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body ?? {}, { abortPipeEarly: true })
  if (parsed.success) return parsed.output
  const fields = Object.fromEntries(
    parsed.issues.map((issue) => [v.getDotPath(issue) ?? 'body', issue.message]),
  )
  throw new Problem('invalid-request', { fields })
}
