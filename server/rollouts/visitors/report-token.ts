import { randomBytes } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import { reportTokenCookie } from '@portico/protocol/discovery/report-token-cookie.ts'
import * as v from 'valibot'
import type { Configuration } from '../../configuration/configuration.ts'
import { type Secrets, type SigningKey, signJson, verifyJson } from '../../http/signature.ts'
import type { VisitorId } from './visitor-id.ts'

const cookieSeconds = 600 // the page reads it once, as soon as its script runs

const TokenSchema = v.strictObject({
  /** 96 random bits in base64url. */
  nonce: v.string(),
  /** Milliseconds since 1970. */
  issuedAt: v.number(),
  /** What the page shows of each rollout. */
  arms: v.record(v.string(), v.picklist(['canary', 'stable'])),
})

/** The right to report once how the releases of one page view loaded. */
export type ReportToken = v.InferOutput<typeof TokenSchema>

/** Creates a token that only this visitor can use. */
export function createReportToken(arms: ReportToken['arms'], visitor: VisitorId, secrets: Secrets): string {
  const token: ReportToken = { nonce: randomBytes(12).toString('base64url'), issuedAt: Date.now(), arms }
  return signJson(token, createKey(visitor, secrets))
}

/** A visitor's token; null: the site did not create it, or created it for someone else. */
export function readReportToken(text: string, visitor: VisitorId, secrets: Secrets): ReportToken | null {
  return verifyJson(TokenSchema, text, createKey(visitor, secrets))
}

/**
 * The cookie that gives the page a token. Its script reads and deletes it: the page itself may come from the browser's cache.
 */
export function writeReportCookie(token: string, { publicUrl }: Pick<Configuration, 'publicUrl'>): string {
  return fastifyCookie.serialize(reportTokenCookie, token, {
    path: '/',
    maxAge: cookieSeconds,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
  })
}

// The visitor's id is part of the key, so that the script of a page, which reads the token, can't learn it.
function createKey({ id }: VisitorId, secrets: Secrets): SigningKey {
  return { secrets, purpose: `portico report of ${id}` }
}
