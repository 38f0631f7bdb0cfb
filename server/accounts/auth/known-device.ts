import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { hash, type SigningKey, sign, verify } from '../../http/signature.ts'
import { getCookieAttributes, getCookieName } from '../../http/site-cookie.ts'

const cookieName = 'portico_device'
const purpose = 'portico device'
const maxAgeSeconds = 365 * 24 * 3_600
const maxAccounts = 5 // a family may share a browser
const deviceBytes = 16
const contentPattern = /^(?:[\w-]{22}\.[\w-]{22}~?)+$/

type Signing = Pick<Configuration, 'secrets' | 'publicUrl'>

/**
 * The id of a browser that has logged in to the account before; null if it hasn't. Not a credential: it only prevents
 * failed attempts by others from locking out the account's owner.
 */
export function readKnownDevice(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  userId: string,
  { secrets, publicUrl }: Signing,
): string | null {
  return (
    readDevices(cookies[getCookieName(cookieName, { publicUrl })], secrets).get(hashUser(userId, secrets)) ??
    null
  )
}

/** Marks this browser as known to the account, after a login. */
export function setKnownDevice(
  request: Pick<FastifyRequest, 'cookies'>,
  reply: Pick<FastifyReply, 'setCookie'>,
  { userId, configuration }: { readonly userId: string; readonly configuration: Configuration },
): void {
  const { secrets } = configuration
  const name = getCookieName(cookieName, configuration)
  const devices = readDevices(request.cookies[name], secrets)
  const user = hashUser(userId, secrets)
  const device = devices.get(user) ?? randomBytes(deviceBytes).toString('base64url')
  devices.delete(user) // inserted again below, as the newest
  const newest = [...devices, [user, device]].slice(-maxAccounts)
  const content = newest.map((entry) => entry.join('.')).join('~')
  reply.setCookie(name, sign(content, { secrets, purpose }), {
    ...getCookieAttributes(configuration),
    maxAge: maxAgeSeconds,
  })
}

/** The devices in a cookie, by the hash of their user. */
function readDevices(cookie: string | undefined, secrets: SigningKey['secrets']): Map<string, string> {
  const content = verify(cookie ?? '', { secrets, purpose })
  if (content === null || !contentPattern.test(content)) return new Map()
  return new Map(
    content.split('~').map((entry) => {
      const [user = '', device = ''] = entry.split('.')
      return [user, device]
    }),
  )
}

const hashUser = (userId: string, secrets: SigningKey['secrets']) =>
  hash(userId, { secrets, purpose: 'portico device of a user' })
