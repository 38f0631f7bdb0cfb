import { randomFillSync } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import { getBucket } from '@portico/protocol/rollout/bucket.ts'
import type { FastifyRequest } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { getBlock } from '../../http/network/get-network.ts'
import { isLocalSite, isLoopback } from '../../http/network/loopback.ts'
import { isForwarded } from '../../http/network/untrusted-proxy.ts'
import { hash, type Secrets, sign, verify } from '../../http/signature.ts'
import { getCookieAttributes, getCookieName } from '../../http/site-cookie.ts'

const cookieName = 'portico_visitor'
const purpose = 'portico visitor'
const maxAgeSeconds = 180 * 24 * 3_600
const contentPattern = /^(?<id>[\w-]{22})\.(?<network>[\w-]{22})$/

/** A visitor's identity for the site. No report and no table contains it. */
export interface VisitorId {
  /** 128 random bits in base64url. They keep the visitor in one arm of each rollout. */
  readonly id: string
  /**
   * Hash of the network in which the visitor got the id. A visitor stays with that network, so that nobody can learn the
   * arms of many ids in one network and then use the ones they like in others. On the owner's own machine it is random.
   */
  readonly network: string
}

/** The visitor of a request; null: the cookie is missing, or the site did not sign it. */
export function readVisitorId(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  { publicUrl, secrets }: Pick<Configuration, 'publicUrl' | 'secrets'>,
): VisitorId | null {
  const value = cookies[getCookieName(cookieName, { publicUrl })]
  return value === undefined ? null : verifyVisitorId(value, secrets)
}

/** The visitor of a signed id; null: the site did not sign it, or signed it for another host. */
export function verifyVisitorId(value: string, secrets: Secrets, host?: string): VisitorId | null {
  const content = verify(value, { secrets, purpose: getPurpose(host) })
  const { id, network } = contentPattern.exec(content ?? '')?.groups ?? {}
  return id === undefined || network === undefined ? null : { id, network }
}

/** Creates ids for the new visitors of a site. */
export function createVisitorIds({
  secrets,
  host,
  publicUrl,
}: Pick<Configuration, 'secrets' | 'host' | 'publicUrl'>) {
  const isLocal = isLocalSite(host, publicUrl)
  return (request: Pick<FastifyRequest, 'ip' | 'headers'>): VisitorId => {
    // All visitors of an owner's own machine share one address, so each counts as a network.
    const isOwner = isLocal && isLoopback(request.ip) && !isForwarded(request)
    const network = isOwner
      ? takeRandom()
      : hash(getBlock(request.ip), { secrets, purpose: 'portico network' })
    return { id: takeRandom(), network }
  }
}

const idBytes = 16
const pool = Buffer.alloc(256 * idBytes)
let used = pool.length

/** 128 random bits in base64url, unique for each visitor. Asking the system for many at once is a tenth of the work. */
function takeRandom(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += idBytes
  return pool.toString('base64url', used - idBytes, used)
}

/** The value of a visitor's cookie, or what the pages of a host keep instead. */
export function signVisitorId({ id, network }: VisitorId, secrets: Secrets, host?: string): string {
  return sign(`${id}.${network}`, { secrets, purpose: getPurpose(host) })
}

const getPurpose = (host: string | undefined) => (host === undefined ? purpose : `${purpose} of ${host}`)

/** Writes the cookies that give visitors their ids. Their attributes are written once; a value needs no encoding. */
export function createVisitorCookies({ publicUrl, secrets }: Pick<Configuration, 'publicUrl' | 'secrets'>) {
  const name = getCookieName(cookieName, { publicUrl })
  const attributes = fastifyCookie
    .serialize(name, '', { ...getCookieAttributes({ publicUrl }), maxAge: maxAgeSeconds })
    .slice(`${name}=`.length)
  return (visitor: VisitorId): string => `${name}=${signVisitorId(visitor, secrets)}${attributes}`
}

/**
 * The visitor's bucket in a rollout. The salt is secret and different for each visitor: the hash behind buckets has a state
 * of 32 bits, so a salt that all visitors share could be computed from the arms of a few dozen.
 */
export function getVisitorBucket(visitorId: string, rollout: string, secrets: Secrets): number {
  return getBucket(hash(`${rollout} ${visitorId}`, { secrets, purpose: 'portico bucket' }), visitorId)
}
