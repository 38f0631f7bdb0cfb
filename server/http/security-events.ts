import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import type { Configuration } from '../configuration/configuration.ts'
import { getNetwork } from './network/get-network.ts'
import type { ErrorCode } from './problems/errors.ts'
import { hash } from './signature.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Reports a rejection that isn't an error response; those are reported where they are sent. */
    reportSecurityEvent(request: RejectedRequest, reason: SecurityReason): void
  }
}

/** What an event says about a request. One that isn't valid HTTP has an address, but no route. */
type RejectedRequest = Pick<FastifyRequest, 'ip'> & Partial<Pick<FastifyRequest, 'routeOptions'>>

/** Every rejection that may be part of an attack, with the event that it is logged as. `docs/guides/watch-the-site.md` explains each. */
export const securityEvents = {
  'sign-in-failed': 'sign-in.rejected',
  'password-incorrect': 'sign-in.rejected',
  'provider-sign-in-failed': 'sign-in.rejected',
  'code-invalid': 'link.rejected',
  'link-expired': 'link.rejected',
  'preview-expired': 'link.rejected',
  'token-missing': 'token.rejected',
  'token-invalid': 'token.rejected',
  'insufficient-scope': 'token.rejected',
  'origin-not-allowed': 'origin.rejected',
  'mailbox-not-local': 'origin.rejected',
  'too-many-requests': 'limit.exceeded',
  'too-many-uploads': 'limit.exceeded',
  'request-timeout': 'limit.exceeded',
  'upload-timeout': 'limit.exceeded',
  'headers-too-large': 'limit.exceeded',
  'request-malformed': 'request.rejected',
  'host-invalid': 'request.rejected',
} as const satisfies Partial<Record<ErrorCode | OtherReason, string>>

type OtherReason =
  | 'provider-sign-in-failed'
  | 'link-expired'
  | 'headers-too-large'
  | 'request-malformed'
  | 'host-invalid'

/** Why a request was rejected: the code of its error response, or of the message on a page. */
export type SecurityReason = keyof typeof securityEvents

const windowMs = 60_000
const maxKinds = 300 // in a window, so that an attack fills neither the disk nor the memory

const events = new Counter({
  name: 'portico_security_events_total',
  help: 'Rejections that may be part of an attack, by event and reason.',
  labelNames: ['event', 'reason'] as const,
})

/** What is logged. Nothing in it is about a person: neither names, addresses, tokens nor queries. */
interface SecurityEvent {
  readonly event: (typeof securityEvents)[SecurityReason]
  readonly reason: SecurityReason
  /** The path of the route, with parameters by name; null: of different ones, or none. */
  readonly path: string | null
  /** A keyed hash of the client's network, the same until the site's secret changes; null: of different ones. */
  readonly network: string | null
}

/** Whether an error response is a security event. */
export function isSecurityReason(code: string): code is SecurityReason {
  return Object.hasOwn(securityEvents, code)
}

/**
 * Logs rejections in one format. The first one of a kind is logged immediately; equal ones within a minute are logged together
 * at its end, with their number.
 */
export function logSecurityEvents(app: FastifyInstance, { secrets }: Pick<Configuration, 'secrets'>): void {
  const key = { secrets, purpose: 'security event' }
  const write = (event: SecurityEvent, count: number) =>
    app.log.warn({ security: { ...event, count } }, 'security event')
  const known = new Map<string, { readonly event: SecurityEvent; unlogged: number }>()
  const getId = (event: SecurityEvent) => Object.values(event).join(' ')
  const add = (event: SecurityEvent) => {
    const counted = known.get(getId(event)) ?? { event, unlogged: 0 }
    counted.unlogged += 1
    known.set(getId(event), counted)
  }
  const flush = () => {
    for (const { event, unlogged } of known.values()) if (unlogged > 0) write(event, unlogged)
    known.clear()
  }
  const timer = setInterval(flush, windowMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    flush()
  })
  app.decorate('reportSecurityEvent', (request: RejectedRequest, reason: SecurityReason) => {
    const event = securityEvents[reason]
    events.inc({ event, reason })
    const path = request.routeOptions?.url ?? null
    const detailed = { event, reason, path, network: hash(getNetwork(request.ip), key) }
    if (known.has(getId(detailed))) return add(detailed)
    if (known.size >= maxKinds) return add({ event, reason, path: null, network: null })
    known.set(getId(detailed), { event: detailed, unlogged: 0 })
    write(detailed, 1)
  })
}
