import { paths } from '@portico/kit/paths.ts'
import type { LoadReport } from '@portico/protocol/discovery/load-report.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { type PlanName, type Rollout, RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { readAdminToken } from '@portico/tools/testing/read-admin-token.ts'
import * as v from 'valibot'
import type { Site } from '../site/start-site.ts'
import { type PageVisit, visitorCookie, visitPage } from '../site/visit-page.ts'
import { packVariant } from './release-variant.ts'

const reason = 'benchmark'

/** A client for the release and rollout API of a site. */
export function createRolloutClient(site: Site) {
  const token = readAdminToken(site)

  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const isArchive = body instanceof Uint8Array
    const response = await fetch(site.origin + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': isArchive ? 'application/gzip' : 'application/json',
      },
      body: isArchive ? new Uint8Array(body) : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} responds with ${response.status}: ${text}`)
    return JSON.parse(text)
  }

  return {
    send,
    /** Publishes another version of a built remote. */
    async publish(remote: string, version: string): Promise<void> {
      await send('PUT', `${paths.publish}/${remote}/${version}`, await packVariant(remote, version))
    },
    /** Rolls a version out to a share of the visitors, by default to half of them, even if it was rolled back before. */
    async rollOut(
      remote: string,
      version: string,
      { plan = 'mid', share = 5_000 }: { readonly plan?: PlanName; readonly share?: number } = {},
    ): Promise<Rollout> {
      const start = { remote, to: version, plan, force: true, reason }
      let rollout = v.parse(RolloutSchema, await send('POST', paths.rollouts, start))
      while (rollout.share < share)
        rollout = v.parse(
          RolloutSchema,
          await send('POST', `${paths.rollouts}/${rollout.id}/advance`, { reason }),
        )
      return rollout
    },
  }
}

/** Reports how the page of a visit loaded, as its browser would. */
export async function sendLoadReport(
  { origin }: Site,
  rollout: Rollout,
  {
    visit: { visitor, token },
    arm,
    outcome,
  }: Pick<LoadReport, 'outcome'> & { readonly visit: PageVisit; readonly arm: 'canary' | 'stable' },
): Promise<void> {
  const release = (arm === 'canary' ? rollout.to : rollout.from) ?? ''
  const common = { remote: rollout.remote, rollout: rollout.id, phase: 'entry', ms: 100, fellBackTo: null }
  await fetch(origin + paths.beacon, {
    method: 'POST',
    headers: {
      'content-type': 'text/plain',
      cookie: `${visitorCookie}=${visitor}`,
    },
    body: JSON.stringify({
      schemaVersion: 2,
      token,
      revision: 1,
      loads: [{ ...common, arm, outcome, release }],
    }),
  })
}

/** The id of the release that a visitor's new page selects; empty if it has no such remote. */
export async function fetchSelectedRelease(
  { origin }: Site,
  remote: string,
  visitor: string,
): Promise<string> {
  const { remotes } = await visitPage(origin, visitor)
  const selected = remotes.find(({ name }) => name === remote)
  return selected === undefined ? '' : getReleaseId(selected.release)
}
