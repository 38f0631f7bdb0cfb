import type { FastifyRequest } from 'fastify'

/** The token in a request's `Authorization: Bearer` header; null: there is none. */
export function readBearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}
