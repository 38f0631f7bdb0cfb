import { createHash } from 'node:crypto'
import type { LoadReport } from '@portico/shared/release/load-report.ts'
import { getBucket } from '@portico/shared/rollout/bucket.ts'
import type { Rollout } from '@portico/shared/rollout/rollout-record.ts'
import type { TestServer } from './test-server.ts'

const random128 = (seed: string) => createHash('sha256').update(seed).digest('base64url').slice(0, 22)

/** The sender of a report. */
export interface Sent {
  readonly visitorId?: string | undefined
  readonly address?: string
  readonly view?: string
}

/** Simulates the browsers of a rollout's visitors; deterministic. */
export function createBrowsers(server: Pick<TestServer, 'app'>, { remote, id, from, to, salt }: Rollout) {
  let visitors = 0
  let views = 0
  /** Id of a new visitor in this arm. */
  function visitor(arm: 'canary' | 'stable', share: number): string {
    for (;;) {
      visitors += 1
      const visitorId = random128(`${id} visitor ${visitors}`)
      if (getBucket(salt, visitorId) < share === (arm === 'canary')) return visitorId
    }
  }

  function load(arm: 'canary' | 'stable', changes: Partial<LoadReport> = {}): LoadReport {
    const release = (arm === 'canary' ? to : from) ?? ''
    const success = { outcome: 'ok', phase: 'mount', ms: 100, fellBackTo: null } as const
    return { remote, release, rollout: id, arm, ...success, ...changes }
  }

  async function send(loads: readonly LoadReport[], { visitorId, address = '192.0.2.1', view }: Sent = {}) {
    views += 1
    const report = {
      schemaVersion: 1,
      view: view ?? random128(`${id} view ${views}`),
      revision: 1,
      loads,
    }
    return server.app.inject({
      method: 'POST',
      url: '/-/beacon',
      remoteAddress: address,
      headers: {
        'content-type': 'text/plain;charset=UTF-8',
        ...(visitorId === undefined ? {} : { cookie: `portico_visitor=${visitorId}` }),
      },
      payload: JSON.stringify(report),
    })
  }

  return { visitor, load, send }
}
