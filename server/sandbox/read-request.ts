import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Problem } from '../http/problems/errors.ts'
import type { SandboxRequest } from './validate-request.ts'

/** A request with the uploaded image, or null. */
export interface ParsedRequest {
  readonly request: SandboxRequest
  readonly image: Buffer | null
}

const single = v.string('Send this once, as text.')
const FieldsSchema = v.record(v.string(), single)

/** Parses the query, and the body of a POST: JSON with more fields, or an image. */
export function readRequest({ method, query, body }: FastifyRequest): ParsedRequest {
  const isPost = method === 'POST'
  const image = Buffer.isBuffer(body) ? body : null
  const fields =
    isPost && image === null ? { ...parseFields(query), ...parseFields(body ?? {}) } : parseFields(query)
  return { request: { method: isPost ? 'POST' : 'GET', fields, hasImage: image !== null }, image }
}

function parseFields(input: unknown): Record<string, string> {
  const parsed = v.safeParse(FieldsSchema, input)
  if (parsed.success) return parsed.output
  const fields = parsed.issues.map((issue) => [v.getDotPath(issue) ?? 'body', issue.message])
  throw new Problem('invalid-request', { fields: Object.fromEntries(fields) })
}
