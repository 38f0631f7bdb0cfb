import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { reportTokenCookie } from '@portico/protocol/discovery/report-token-cookie.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import { readSetCookie } from '@portico/tools/testing/read-set-cookie.ts'

/** The cookie that keeps a visitor in the same arm of every rollout. */
export const visitorCookie = 'portico_visitor'

const maxVisits = 1_000

/** What a visitor got with a page. */
export interface PageVisit {
  /** The value of the visitor's cookie. */
  readonly visitor: string
  /** The right to report how the page loaded; null: nothing is compared. */
  readonly token: string | null
  readonly remotes: readonly SelectedRemote[]
}

/** Requests the home page during a rollout; without `visitor`, as a new one. Throws if the visitor gets no id. */
export async function visitPage(
  origin: string,
  visitor?: string,
  proxyHeaders: Readonly<Record<string, string>> = {},
): Promise<PageVisit> {
  const cookie = visitor === undefined ? {} : { cookie: `${visitorCookie}=${visitor}` }
  const headers = { ...proxyHeaders, ...cookie }
  const response = await fetch(`${origin}/`, { headers })
  const { remotes } = readPageData(await response.text())
  const issued = readSetCookie(response, visitorCookie) ?? visitor
  if (issued === undefined)
    throw new Error(`Expected a rollout at ${origin}, got ${response.status} without a visitor's cookie.`)
  return { visitor: issued, token: readSetCookie(response, reportTokenCookie) ?? null, remotes }
}

/** Visits as new visitors until one gets this arm of the remote's rollout. Throws if nobody does. */
export async function visitUntil(
  origin: string,
  { remote, arm }: { readonly remote: string; readonly arm: 'canary' | 'stable' },
): Promise<PageVisit> {
  for (let visits = 1; visits <= maxVisits; visits += 1) {
    const visit = await visitPage(origin)
    if (visit.remotes.some((selected) => selected.name === remote && selected.arm === arm)) return visit
  }
  throw new Error(`None of ${maxVisits} visitors of ${origin} got the ${arm} of ${remote}.`)
}
