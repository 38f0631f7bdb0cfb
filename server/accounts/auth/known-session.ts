import type { SessionRecord } from '@portico/kit/session/session-record.ts'
import type { FastifyRequest } from 'fastify'
import type { HeaderSink } from '../../http/direct/answer.ts'

/**
 * Who a request's session cookie belongs to; null: nobody is signed in; `unknown`: the database doesn't respond in
 * time.
 */
export type KnownSession = { readonly visitor: SessionRecord | null } | 'unknown'

/** Reads the session of a request: immediately if it is in memory, otherwise with a query, and extends it daily. Never rejects. */
export type ReadSession = (
  request: Pick<FastifyRequest, 'cookies'>,
  reply: HeaderSink,
) => KnownSession | Promise<KnownSession>
