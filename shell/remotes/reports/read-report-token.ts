import { reportTokenCookie } from '@portico/shared/release/load-report.ts'

/** Takes the token of this page view from its cookie, so that no other page view uses it; null: there is none. */
export function readReportToken(page: Pick<Document, 'cookie'>): string | null {
  const prefix = `${reportTokenCookie}=`
  const cookie = page.cookie.split('; ').find((text) => text.startsWith(prefix))
  const token = decodeURIComponent(cookie?.slice(prefix.length) ?? '')
  if (token === '') return null
  // The Cookie Store API is not available on sites without TLS.
  page.cookie = `${prefix}; path=/; max-age=0; samesite=strict`
  return token
}
