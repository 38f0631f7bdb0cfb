import { paths } from '@portico/kit/paths.ts'
import { createQrCode, createQrSvg } from '@portico/kit/qr-code.ts'
import { getAuthState } from '@portico/kit/session/session-record.ts'
import { readPairingStream } from '@portico/kit/site/pairing-stream.ts'
import type { Site } from '@portico/kit/site/site.ts'
import { mayOpen } from '@portico/protocol/session/access.ts'
import type { FastifyInstance } from 'fastify'
import type { ReadSession } from '../../accounts/auth/session-cache.ts'
import { Problem } from '../../http/problems/errors.ts'
import { createRateLimits, type RateLimitOptions } from '../../http/rate-limits.ts'

// A bot sends its code as soon as somebody connects.
const timeoutMs = 5_000
const rateLimits = { pairing: { address: [{ max: 60, windowMs: 60_000 }], account: [] } }

interface PairingServices extends RateLimitOptions {
  readonly site: Site
  readonly readSession: ReadSession
}

/**
 * `GET /-/pairing/<bot>.svg`: the current code of a bot's pairing stream, for signed-in visitors without JavaScript. Reads
 * only the streams that the owner has configured, sends them no cookie, and each one once at a time.
 */
export async function pairingCodes(app: FastifyInstance, services: PairingServices): Promise<void> {
  const limits = createRateLimits(services, rateLimits)
  const reading = new Map<string, Promise<string | null>>()
  app.get<{ Params: { bot: string } }>(`${paths.pairing}:bot.svg`, async (request, reply) => {
    const session = await services.readSession(request, reply)
    const { bot } = request.params
    const { configuration, site } = services
    const streams = site.pairingStreams ?? {}
    const stream = Object.hasOwn(streams, bot) ? streams[bot] : undefined
    const isAllowed = session !== 'unknown' && mayOpen({ access: 'private' }, getAuthState(session.visitor))
    if (!isAllowed || stream === undefined) throw new Problem('not-found')
    await limits.byAddress('pairing', request.ip)
    const { href } = new URL(stream, configuration.publicUrl)
    const code = reading.get(href) ?? readCode(href).finally(() => reading.delete(href))
    reading.set(href, code)
    const text = await code
    const image = text === null ? null : createQrCode(text)
    if (image === null) throw new Problem('not-found')
    return reply.header('cache-control', 'no-store').type('image/svg+xml').send(createQrSvg(image))
  })
}

/** null: the bot is paired, doesn't respond in time, or can't be reached. */
async function readCode(url: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    for await (const message of readPairingStream(url, { signal, redirect: 'error' }))
      return message.kind === 'code' ? message.code : null
  } catch {
    // To the visitor, the same as no code.
  }
  return null
}
