import type {
  ErrorReport,
  LoadReport,
  Report,
  SignalName,
  VitalName,
} from '@portico/protocol/discovery/load-report.ts'
import { reportTokenCookie } from '@portico/protocol/discovery/report-token-cookie.ts'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { createVisitorCookies, createVisitorIds, getVisitorBucket } from '../rollouts/visitors/visitor-id.ts'
import type { TestServer } from './test-server.ts'

const defaultAddress = '192.0.2.1'

/** A visitor's browser: its cookie, and its address. */
export interface TestVisitor {
  readonly cookie: string
  readonly address: string
}

/** The sender of a report; without `token`, the sender opens a page first. */
interface Sent {
  readonly visitor: TestVisitor
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** Simulates the browsers of a rollout's visitors. */
export function createBrowsers(
  { app, configuration }: Pick<TestServer, 'app' | 'configuration'>,
  { remote, id, from, to }: Rollout,
) {
  const { secrets } = configuration
  const createId = createVisitorIds(configuration)
  const writeCookie = createVisitorCookies(configuration)
  /** A new visitor in this arm, who has got the id in the network of `address`. */
  function visitor(arm: 'canary' | 'stable', share: number, address = defaultAddress): TestVisitor {
    for (;;) {
      const visitorId = createId({ ip: address, headers: {} })
      if (getVisitorBucket(visitorId.id, id, secrets) < share === (arm === 'canary'))
        return { cookie: writeCookie(visitorId).split(';', 1)[0] ?? '', address }
    }
  }

  /** Requests a page; returns its report token, or null. */
  async function openPage({ cookie, address }: TestVisitor, headers = {}): Promise<string | null> {
    const { cookies } = await app.inject({
      url: '/',
      remoteAddress: address,
      headers: { cookie, ...headers },
    })
    return cookies.find(({ name }) => name === reportTokenCookie)?.value ?? null
  }

  function load(arm: 'canary' | 'stable', changes: Partial<LoadReport> = {}): LoadReport {
    const release = (arm === 'canary' ? to : from) ?? ''
    const success = { outcome: 'ok', phase: 'mount', ms: 100, fellBackTo: null } as const
    return { remote, release, rollout: id, arm, ...success, ...changes }
  }

  function send(loads: readonly LoadReport[], sent: Sent) {
    return post({ loads: [...loads] }, sent)
  }

  /** Reports that the release did this in a page view. */
  function signal(arm: 'canary' | 'stable', name: SignalName, sent: Sent) {
    const { release } = load(arm)
    return post({ loads: [], signals: [{ remote, release, rollout: id, arm, signal: name }] }, sent)
  }

  /** Reports what the release threw in a page view. */
  function throws(arm: 'canary' | 'stable', errors: readonly Partial<ErrorReport>[], sent: Sent) {
    const { release } = load(arm)
    const thrown = { type: 'TypeError', file: 'exposed.js', line: 1, column: 1, page: '/one' }
    const about = { remote, release, rollout: id, arm }
    return post({ loads: [], errors: errors.map((error) => ({ ...about, ...thrown, ...error })) }, sent)
  }

  /** Reports that a page view of the release took this. */
  function vital(arm: 'canary' | 'stable', [name, value]: readonly [VitalName, number], sent: Sent) {
    const { release } = load(arm)
    return post({ loads: [], vitals: [{ remote, release, rollout: id, arm, vital: name, value }] }, sent)
  }

  async function post(
    report: Pick<Report, 'loads' | 'signals' | 'vitals' | 'errors'>,
    { visitor: sender, token, headers = {} }: Sent,
  ) {
    const used = token === undefined ? await openPage(sender, headers) : token
    return app.inject({
      method: 'POST',
      url: '/-/beacon',
      remoteAddress: sender.address,
      headers: { 'content-type': 'text/plain;charset=UTF-8', cookie: sender.cookie, ...headers },
      payload: JSON.stringify({ schemaVersion: 2, token: used, revision: 1, ...report }),
    })
  }

  return { visitor, openPage, load, send, signal, throws, vital }
}
