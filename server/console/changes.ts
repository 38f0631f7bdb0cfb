import { PassThrough } from 'node:stream'
import type { ConsoleChangeSchema } from '@portico/protocol/tokens/console-session.ts'
import type { FastifyInstance } from 'fastify'
import type { InferOutput } from 'valibot'
import { runPeriodically } from '../database/run-periodically.ts'
import type { Db } from '../database/tables.ts'
import { Problem } from '../http/problems/errors.ts'
import { findActiveSessions } from '../releases/tokens/console-sessions.ts'
import { findToken } from '../releases/tokens/token-repository.ts'
import { hashSecret } from '../releases/tokens/token-secret.ts'
import type { SessionCookie } from './session-cookie.ts'

const everyMs = 1_000
const heartbeatMs = 10_000
const reconnectMs = 3_000
const maxStreams = 200
const maxUnreadBytes = 16_384 // of a client that no longer reads

interface ChangeServices {
  readonly db: Db
  readonly cookie: SessionCookie
}

interface Client {
  readonly stream: PassThrough
  /** The hash of its session's secret. */
  readonly session: string
}

type ConsoleChange = InferOutput<typeof ConsoleChangeSchema>

/**
 * `GET /changes`: server-sent events for as long as the session lasts. `change` says that any server has changed something; `heartbeat`
 * that nothing has, every 10 seconds. Without the database there are only comments, so that the page knows it is stale.
 */
export async function changes(app: FastifyInstance, { db, cookie }: ChangeServices): Promise<void> {
  const clients = new Set<Client>()
  let last: ConsoleChange | null = null
  let sentAt = 0

  const send = (text: string) => {
    for (const { stream } of clients) {
      if (stream.writableLength > maxUnreadBytes) stream.destroy()
      else stream.write(text)
    }
    sentAt = Date.now()
  }
  /** One query for all clients. */
  const check = async () => {
    if (clients.size === 0) return
    const active = await findActiveSessions(db, [...new Set([...clients].map(({ session }) => session))])
    for (const client of clients) {
      if (active.has(client.session)) continue
      clients.delete(client) // what is sent after the end would break the response off
      client.stream.end()
    }
    const next = await readChange(db)
    if (last === null || JSON.stringify(next) !== JSON.stringify(last)) send(formatEvent('change', next))
    else if (Date.now() - sentAt >= heartbeatMs) send(formatEvent('heartbeat', {}))
    last = next
  }
  const checkOrSay = () =>
    check().catch((error: unknown) => {
      if (last !== null || Date.now() - sentAt >= heartbeatMs) send(': the database is unavailable\n\n')
      last = null // so that pages are current as soon as it is back
      throw error
    })
  const onError = (error: unknown) => app.log.error({ err: error }, 'changes for the console')
  const stop = runPeriodically(checkOrSay, { everyMs, onError })
  // A stopping server waits for open responses.
  app.addHook('preClose', async () => {
    for (const { stream } of clients) stream.end()
    await stop()
  })

  app.get('/changes', { exposeHeadRoute: false }, async (request, reply) => {
    const secret = cookie.read(request)
    if (secret === null || (await findToken(db, secret)) === null) throw new Problem('not-signed-in')
    if (clients.size >= maxStreams)
      throw new Problem('server-busy', { retryAfterSeconds: reconnectMs / 1_000 })
    const client = { stream: new PassThrough(), session: hashSecret(secret) }
    clients.add(client)
    client.stream.on('close', () => clients.delete(client))
    client.stream.write(`retry: ${reconnectMs}\n\n`)
    return reply
      .type('text/event-stream')
      .header('connection', 'close') // nothing follows, and a stopping server needn't wait for it
      .header('x-accel-buffering', 'no') // nginx would wait for the end
      .send(client.stream)
  })
}

const formatEvent = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

async function readChange(db: Db): Promise<ConsoleChange> {
  const row = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('document')
        .select(({ fn }) => fn.max('revision').as('it'))
        .as('revision'),
      selectFrom('event')
        .select(({ fn }) => fn.max('seq').as('it'))
        .as('seq'),
      selectFrom('rollout')
        .select(({ fn }) => fn.max('changed_at').as('it'))
        .as('evaluatedAt'),
    ])
    .executeTakeFirstOrThrow()
  return { revision: row.revision ?? 0, seq: row.seq ?? 0, evaluatedAt: row.evaluatedAt ?? 0 }
}
