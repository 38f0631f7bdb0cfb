import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import type { Secrets } from '../../http/signature.ts'
import { joinPreviews, maxPreviews, type Preview, verifyPreviews } from './preview-link.ts'

const cookieName = 'portico_preview'

/** The browser's previews that have not expired, one for each remote. */
export function readPreviews({ cookies }: Pick<FastifyRequest, 'cookies'>, secrets: Secrets): Preview[] {
  const value = cookies[cookieName]
  if (value === undefined) return []
  return verifyPreviews(value, secrets)
}

/** Stores these previews in the browser; an empty list ends all previews. */
export function setPreviews(
  reply: FastifyReply,
  previews: readonly Preview[],
  { publicUrl, secrets }: Pick<Configuration, 'publicUrl' | 'secrets'>,
): void {
  const newest = previews.slice(-maxPreviews)
  const until = Math.max(0, ...newest.map((preview) => preview.until))
  reply.setCookie(cookieName, joinPreviews(newest, secrets), {
    path: '/',
    maxAge: Math.max(0, Math.ceil((until - Date.now()) / 1_000)),
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
  })
}
