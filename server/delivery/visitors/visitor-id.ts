import { randomFillSync } from 'node:crypto'
import { getBucket } from '@portico/shared/rollout/bucket.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { getSubnet } from '../../http/network/get-network.ts'
import { isLocalSite, isLoopback } from '../../http/network/loopback.ts'
import { isForwarded } from '../../http/network/untrusted-proxy.ts'
import { hash, type Secrets, sign, verify } from '../../http/signature.ts'

const cookieName = 'portico_visitor'
const purpose = 'portico visitor'
const maxAgeSeconds = 180 * 24 * 3_600
const contentPattern = /^(?<id>[\w-]{22})\.(?<network>[\w-]{22})$/

/** Who a visitor is to the site. No report and no table contains it. */
export interface VisitorId {
  /** 128 random bits in base64url. They keep the visitor in one arm of each rollout. */
  readonly id: string
  /**
   * Hash of the network in which the visitor got the id. A visitor stays with that network, so that nobody can learn the
   * arms of many ids in one network and then use the ones they like in others.
   */
  readonly network: string
}

/** The visitor of a request; null: the cookie is missing, or the site did not sign it. */
export function readVisitorId(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  secrets: Secrets,
): VisitorId | null {
  const content = verify(cookies[cookieName] ?? '', { secrets, purpose })
  const { id, network } = contentPattern.exec(content ?? '')?.groups ?? {}
  return id === undefined || network === undefined ? null : { id, network }
}

/** Creates an id for a new visitor. */
export function createVisitorId(
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  { secrets, host, publicUrl }: Pick<Configuration, 'secrets' | 'host' | 'publicUrl'>,
): VisitorId {
  const id = takeRandom().toString('base64url')
  // All visitors of an owner's own machine share one address, so each counts as a network.
  const isOwner = isLoopback(request.ip) && isLocalSite(host, publicUrl) && !isForwarded(request)
  const network = isOwner ? id : getSubnet(request.ip, networkBits)
  return { id, network: hash(network, { secrets, purpose: 'portico network' }) }
}

const idBytes = 16
const pool = Buffer.alloc(256 * idBytes)
let used = pool.length

/** Random bytes, of which nobody gets the same. Asking the system once for many is a tenth of the work. */
function takeRandom(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const taken = pool.subarray(used, used + idBytes)
  used += idBytes
  return taken
}

/** What one household, office or server rents at most: addresses within it are one visitor's. */
const networkBits = { ipv4: 24, ipv6: 48 } as const

/** The value of a visitor's cookie. */
export function signVisitorId({ id, network }: VisitorId, secrets: Secrets): string {
  return sign(`${id}.${network}`, { secrets, purpose })
}

/** Gives a visitor an id. */
export function setVisitorId(
  reply: FastifyReply,
  visitor: VisitorId,
  { publicUrl, secrets }: Pick<Configuration, 'publicUrl' | 'secrets'>,
): void {
  reply.setCookie(cookieName, signVisitorId(visitor, secrets), {
    path: '/',
    maxAge: maxAgeSeconds,
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
  })
}

/**
 * The visitor's bucket in a rollout. The salt is secret and different for each visitor: the hash behind buckets has a state
 * of 32 bits, so a salt that all visitors share could be computed from the arms of a few dozen.
 */
export function getVisitorBucket(visitorId: string, rollout: string, secrets: Secrets): number {
  return getBucket(hash(`${rollout} ${visitorId}`, { secrets, purpose: 'portico bucket' }), visitorId)
}
