import { randomBytes } from 'node:crypto'
import type { LoadReport } from '@portico/shared/release/load-report.ts'
import type { Rollout } from '@portico/shared/rollout/rollout-record.ts'
import { getVisitorBucket } from '../delivery/visitors/get-visitor-bucket.ts'
import { createVisitorId, signVisitorId } from '../delivery/visitors/visitor-id.ts'
import type { TestServer } from './test-server.ts'

const defaultAddress = '192.0.2.1'

/** A visitor's browser: its cookie, and its address. */
export interface TestVisitor {
  readonly cookie: string
  readonly address: string
}

/** The sender of a report. */
interface Sent {
  readonly visitor?: TestVisitor | undefined
  readonly view?: string
}

/** Simulates the browsers of a rollout's visitors. */
export function createBrowsers(
  { app, configuration }: Pick<TestServer, 'app' | 'configuration'>,
  { remote, id, from, to }: Rollout,
) {
  const { secret } = configuration
  /** A new visitor in this arm, who has got the id in the network of `address`. */
  function visitor(arm: 'canary' | 'stable', share: number, address = defaultAddress): TestVisitor {
    for (;;) {
      const visitorId = createVisitorId({ ip: address, headers: {} }, configuration)
      if (getVisitorBucket(visitorId.id, id, secret) < share === (arm === 'canary'))
        return { cookie: `portico_visitor=${signVisitorId(visitorId, secret)}`, address }
    }
  }

  function load(arm: 'canary' | 'stable', changes: Partial<LoadReport> = {}): LoadReport {
    const release = (arm === 'canary' ? to : from) ?? ''
    const success = { outcome: 'ok', phase: 'mount', ms: 100, fellBackTo: null } as const
    return { remote, release, rollout: id, arm, ...success, ...changes }
  }

  async function send(loads: readonly LoadReport[], { visitor: sender, view }: Sent = {}) {
    const report = {
      schemaVersion: 1,
      view: view ?? randomBytes(16).toString('base64url'),
      revision: 1,
      loads,
    }
    return app.inject({
      method: 'POST',
      url: '/-/beacon',
      remoteAddress: sender?.address ?? defaultAddress,
      headers: {
        'content-type': 'text/plain;charset=UTF-8',
        ...(sender === undefined ? {} : { cookie: sender.cookie }),
      },
      payload: JSON.stringify(report),
    })
  }

  return { visitor, load, send }
}
