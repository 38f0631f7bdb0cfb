import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** A whole response, with its body in memory. */
export interface Answer {
  readonly status: number
  /** All headers, names and values by turns. Responses share a list, so it never changes. */
  readonly headers: readonly string[]
  /** `Set-Cookie` headers of this response alone. */
  readonly cookies?: readonly string[]
  /** null: it has none. */
  readonly body: Buffer | null
}

/** Sends an answer as the response of a route. */
export function sendAnswer(
  reply: FastifyReply,
  { status, headers, cookies = [], body }: Answer,
): FastifyReply {
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1])
  for (const cookie of cookies) reply.header('set-cookie', cookie)
  return reply.code(status).send(body ?? undefined)
}

/** Writes an answer without Fastify. Node writes a prepared list faster than headers that are set one by one. */
export function writeAnswer(response: ServerResponse, { status, headers, cookies = [], body }: Answer): void {
  const all = [...headers]
  for (const cookie of cookies) all.push('set-cookie', cookie)
  response.writeHead(status, all)
  response.end(body)
}

/** What sets headers, as a reply does. */
export interface HeaderSink {
  header(name: 'set-cookie', value: string[]): unknown
}

/** A sink that adds cookies to those of an answer. */
export function collectCookies(cookies: string[]): HeaderSink {
  return { header: (_name, value) => cookies.push(...value) }
}
