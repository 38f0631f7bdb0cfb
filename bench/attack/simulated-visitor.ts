import { paths } from '@portico/kit/paths.ts'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { visitorCookie, visitPage } from '../site/visit-page.ts'

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** A visitor of the site, organic or not, at an address that the trusted proxy forwards. */
export interface SimulatedVisitor {
  readonly visitor: string
  readonly address: string
}

/** Visits the site for the first time. */
export async function createVisitor(origin: string, address: string): Promise<SimulatedVisitor> {
  const { visitor } = await visitPage(origin, undefined, createHeaders(address))
  return { visitor, address }
}

/** What a visitor got with a page: its arm of the rollout, and the right to report. */
export interface ReceivedPage {
  readonly arm: string | undefined
  readonly token: string | null
}

/** Requests a page. */
export async function requestPage(
  origin: string,
  { visitor, address }: SimulatedVisitor,
  remote: string,
): Promise<ReceivedPage> {
  const { remotes, token } = await visitPage(origin, visitor, createHeaders(address))
  return { arm: remotes.find(({ name }) => name === remote)?.arm, token }
}

/** Reports a load of the arm. */
export async function reportLoad(
  origin: string,
  { visitor, address }: SimulatedVisitor,
  {
    rollout,
    page,
    isFailure,
  }: { readonly rollout: Rollout; readonly page: ReceivedPage; readonly isFailure: boolean },
): Promise<void> {
  const release = page.arm === 'canary' ? rollout.to : rollout.from
  const { remote, id } = rollout
  const outcome = isFailure ? 'http' : 'ok'
  const load = {
    remote,
    release,
    rollout: id,
    arm: page.arm,
    outcome,
    phase: 'entry',
    ms: 100,
    fellBackTo: null,
  }
  await fetch(origin + paths.beacon, {
    method: 'POST',
    headers: {
      ...createHeaders(address),
      'content-type': 'text/plain',
      cookie: `${visitorCookie}=${visitor}`,
    },
    body: JSON.stringify({ schemaVersion: 2, token: page.token, revision: 1, loads: [load] }),
  })
}

function createHeaders(address: string): Record<string, string> {
  return { 'x-forwarded-for': address, 'user-agent': userAgent }
}
