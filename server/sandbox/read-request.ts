import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Problem } from '../http/problems/errors.ts'
import type { SandboxRequest } from './validate-request.ts'

/** A call with the picture that came along, or null. */
export interface ReadCall {
  readonly call: SandboxRequest
  readonly picture: Buffer | null
}

const once = v.string('Give this once, as text.')
const FieldsSchema = v.record(v.string(), once)

/** Parses the query, and the body of a POST: JSON with more fields, or a picture. */
export function readRequest({ method, query, body }: FastifyRequest): ReadCall {
  const isPost = method === 'POST'
  const picture = Buffer.isBuffer(body) ? body : null
  const said = isPost && picture === null ? { ...fieldsIn(query), ...fieldsIn(body ?? {}) } : fieldsIn(query)
  return { call: { method: isPost ? 'POST' : 'GET', fields: said, hasImage: picture !== null }, picture }
}

function fieldsIn(input: unknown): Record<string, string> {
  const parsed = v.safeParse(FieldsSchema, input)
  if (parsed.success) return parsed.output
  const fields = parsed.issues.map((issue) => [v.getDotPath(issue) ?? 'body', issue.message])
  throw new Problem('invalid-request', { fields: Object.fromEntries(fields) })
}
