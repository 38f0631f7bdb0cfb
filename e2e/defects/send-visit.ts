import { paths } from '@portico/kit/paths.ts'
import type { Report } from '@portico/protocol/discovery/load-report.ts'
import { reportTokenCookie } from '@portico/protocol/discovery/report-token-cookie.ts'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import { readSetCookie } from '@portico/tools/testing/read-set-cookie.ts'

const visitorCookie = 'portico_visitor'

/** A visit without a browser. */
export interface Visit {
  readonly origin: string
  readonly rollout: Rollout
  /** How many came before: each has a network of their own. */
  readonly visitor: number
  /** What a page of the stable release takes, by vital: ms. */
  readonly usual: { readonly load: number; readonly inp: number; readonly lcp: number }
}

/**
 * A visitor comes, and gets an arm. For one of stable, what a browser would report is sent. Returns what a browser needs to go on with
 * the visit.
 */
export async function sendVisit({ origin, rollout: { remote, id, from }, visitor, usual }: Visit) {
  const headers = { 'x-forwarded-for': `10.${visitor >> 8}.${visitor & 255}.7` }
  const response = await fetch(`${origin}/`, { headers })
  const { remotes, shell } = readPageData(await response.text())
  const selected = remote === 'shell' ? shell : remotes.find(({ name }) => name === remote)
  const value = readSetCookie(response, visitorCookie) ?? ''
  const arm = selected?.rollout === id ? selected.arm : undefined
  if (arm === 'stable' && from !== null) {
    const about = { remote, release: from, rollout: id, arm }
    const report: Report = {
      schemaVersion: 2,
      token: readSetCookie(response, reportTokenCookie) ?? null,
      revision: 1,
      loads: [{ ...about, outcome: 'ok', phase: 'mount', ms: usual.load, fellBackTo: null }],
      vitals: (['load', 'inp', 'lcp'] as const).map((vital) => ({ ...about, vital, value: usual[vital] })),
      // In a hurry, like those with a browser.
      signals: [{ ...about, signal: 'leave' }],
    }
    await fetch(origin + paths.beacon, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/plain', cookie: `${visitorCookie}=${value}` },
      body: JSON.stringify(report),
    })
  }
  return { arm, headers, cookie: { name: visitorCookie, value, url: origin } }
}
