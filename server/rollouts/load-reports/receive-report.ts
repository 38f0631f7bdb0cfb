import type { Report } from '@portico/protocol/discovery/load-report.ts'
import type { DropReason } from '@portico/protocol/rollout/rollout-record.ts'
import type { FastifyRequest } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { createBoundedCache } from '../../http/caching/bounded-cache.ts'
import { isFromUntrustedProxy } from '../../http/network/untrusted-proxy.ts'
import type { Secrets } from '../../http/signature.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import { type ReportToken, readReportToken } from '../visitors/report-token.ts'
import type { VisitorId } from '../visitors/visitor-id.ts'
import { createBeaconLimit } from './beacon-limit.ts'
import type { Claims } from './claims.ts'
import { type CountableLoad, getDropReason, getTokenUse, tokenLifetimeMs } from './count-load.ts'
import type { Drops } from './drops.ts'
import { createPageFinder } from './find-page.ts'
import { getBrowserFamily } from './get-browser-family.ts'
import { getClaim } from './get-claim.ts'
import { getReportedLoads, type ReportedLoad } from './get-reported-loads.ts'

const maxQueued = 5_000 // in a burst the rest is dropped
const maxUsed = 50_000 // the database knows all of them

type ReportRequest = Pick<FastifyRequest, 'cookies' | 'headers' | 'ip' | 'socket'>

interface Sender extends Pick<CountableLoad, 'isFromUntrustedProxy'> {
  readonly headers: ReportRequest['headers']
  readonly visitor: VisitorId
  readonly token: ReportToken
}

export type Receiver = ReturnType<typeof createReceiver>

/** Receives reports; everything that can be rejected without the database is. */
export function createReceiver(
  {
    configuration,
    discovery,
    claims,
  }: { readonly configuration: Configuration; readonly discovery: Discovery; readonly claims: Claims },
  drops: Drops,
) {
  const { secrets, addressLimitFactor } = configuration
  const isWithinLimit = createBeaconLimit(addressLimitFactor)
  const used = createBoundedCache<true>(maxUsed)
  const findPage = createPageFinder(discovery)
  let queue: CountableLoad[] = []

  /** The load with everything that decides whether it counts, or why it doesn't. */
  function check(
    load: ReportedLoad,
    { visitor, token, headers, isFromUntrustedProxy }: Sender,
    at: number,
  ): CountableLoad | DropReason {
    const { nonce, issuedAt, arms } = token
    if (arms[load.rollout] !== load.arm) return 'invalid-token'
    if (at - issuedAt > tokenLifetimeMs) return 'expired-token'
    const claim = getClaim(visitor, load.rollout, configuration)
    if (claims.isTaken(claim)) return getDropReason({ isFromUntrustedProxy })
    const use = `${load.rollout} ${getTokenUse({ ...load, nonce })}`
    if (used.has(use)) return 'used-token'
    if (queue.length >= maxQueued) return 'overload'
    used.set(use, true)
    const seen = { family: getBrowserFamily(headers['user-agent']), page: findPage(load, headers.referer) }
    return { ...load, ...seen, isFromUntrustedProxy, at, nonce, issuedAt, claim }
  }

  return {
    /** `visitor`: whose page sent it; null: unknown. */
    receive(report: Report, request: ReportRequest, visitor: VisitorId | null): void {
      const loads = getReportedLoads(report, discovery.read())
      if (loads.length === 0) return
      const at = Date.now()
      const sender = isWithinLimit(request.ip, at)
        ? readSender(report, { request, visitor, secrets })
        : 'limit'
      for (const load of loads) {
        const checked = typeof sender === 'string' ? sender : check(load, sender, at)
        if (typeof checked !== 'string') queue.push(checked)
        else if (load.error === undefined) drops.add(load.rollout, checked)
      }
    },
    /** Returns the loads that must be counted, and clears them. */
    takeQueue(): CountableLoad[] {
      const taken = queue
      queue = []
      return taken
    },
  }
}

interface SenderParts {
  readonly request: ReportRequest
  readonly visitor: VisitorId | null
  readonly secrets: Secrets
}

/** What the loads of a report have in common, or why none of them counts. */
function readSender(
  { token: text }: Report,
  { request, visitor, secrets }: SenderParts,
): Sender | DropReason {
  if (text === null || visitor === null) return 'no-token'
  const token = readReportToken(text, visitor, secrets)
  if (token === null) return 'invalid-token'
  return { visitor, token, headers: request.headers, isFromUntrustedProxy: isFromUntrustedProxy(request) }
}
