import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as v from 'valibot'
import { parseBody } from './parse-body.ts'

interface Visit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Adds a POST route whose body is parsed by `schema` and whose answer is what `answer` gives. A body of another shape
 * is answered `invalid-request` with a message for each field.
 */
export function addPostRoute<Schema extends v.GenericSchema>(
  app: FastifyInstance,
  path: string,
  {
    schema,
    answer,
  }: { schema: Schema; answer: (body: v.InferOutput<Schema>, visit: Visit) => Promise<unknown> },
): void {
  app.post(path, async (request, reply) => answer(parseBody(schema, request.body), { request, reply }))
}
