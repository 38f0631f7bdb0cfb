import { paths } from '@portico/kit/paths.ts'
import type { PageData } from '@portico/protocol/discovery/discovery-document.ts'
import type { Report } from '@portico/protocol/discovery/load-report.ts'
import { reportTokenCookie } from '@portico/protocol/discovery/report-token-cookie.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import { readSetCookie } from '@portico/tools/testing/read-set-cookie.ts'

const visitorCookie = 'portico_visitor'

/** A page that a visitor without a browser has opened. */
interface OpenedPage {
  readonly data: PageData
  /** Those with which a browser goes on with the visit. */
  readonly headers: Readonly<Record<string, string>>
  readonly cookie: { readonly name: string; readonly value: string }
  /** Sends what a browser would report of it. */
  report(parts: Pick<Report, 'loads' | 'signals' | 'vitals' | 'errors'>): Promise<void>
}

/** Opens a page as a new visitor. Each number is a network of its own, for a site that trusts the proxy that says so. */
export async function openFromNetwork(url: string, visitor: number): Promise<OpenedPage> {
  const headers = { 'x-forwarded-for': `10.${visitor >> 8}.${visitor & 255}.7` }
  const response = await fetch(url, { headers })
  const data = readPageData(await response.text())
  const value = readSetCookie(response, visitorCookie) ?? ''
  const token = readSetCookie(response, reportTokenCookie) ?? null
  return {
    ...{ data, headers, cookie: { name: visitorCookie, value } },
    async report(parts) {
      const report: Report = { schemaVersion: 2, token, revision: 1, ...parts }
      await fetch(new URL(paths.beacon, url), {
        method: 'POST',
        headers: { ...headers, 'content-type': 'text/plain', cookie: `${visitorCookie}=${value}` },
        body: JSON.stringify(report),
      })
    },
  }
}
