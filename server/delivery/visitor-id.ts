import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../configuration/configuration.ts'

const cookieName = 'portico_visitor'
const idBytes = 16
const maxAgeSeconds = 180 * 24 * 3_600
const idPattern = /^[A-Za-z0-9_-]{22}$/

/** The visitor's random id, 128 bits in base64url; null: there is none. It keeps a visitor in one arm of each rollout. */
export function readVisitorId({ cookies }: Pick<FastifyRequest, 'cookies'>): string | null {
  const id = cookies[cookieName] ?? ''
  return idPattern.test(id) ? id : null
}

/** Gives a visitor an id. Nothing else knows it, and no report contains it. */
export function setVisitorId(reply: FastifyReply, { publicUrl }: Pick<Configuration, 'publicUrl'>): void {
  reply.setCookie(cookieName, randomBytes(idBytes).toString('base64url'), {
    path: '/',
    maxAge: maxAgeSeconds,
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
  })
}
