import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as v from 'valibot'
import { parseBody } from './parse-body.ts'

interface RouteContext {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Adds a POST route whose body is parsed with `schema` and whose response is the result of `handle`. An invalid body gets
 * `invalid-request` with a message for each field.
 */
export function addPostRoute<Schema extends v.GenericSchema>(
  app: FastifyInstance,
  path: string,
  {
    schema,
    handle,
  }: { schema: Schema; handle: (body: v.InferOutput<Schema>, context: RouteContext) => Promise<unknown> },
): void {
  app.post(path, async (request, reply) => handle(parseBody(schema, request.body), { request, reply }))
}
