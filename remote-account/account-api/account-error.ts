import type { oauthProblems, ProblemDocument } from '@portico/kit/account/problem.ts'
import { getProblemMessage, problemMessages, unavailable } from '@portico/kit/account/problem-messages.ts'

/** Problems that the page finds before, or instead of, the server. */
export const clientProblems = {
  unreachable: 'unreachable',
  timeout: 'timeout',
  unavailable,
  unexpectedResponse: 'unexpected-response',
  /** The browser blocks cookies, so there can't be a session. */
  cookiesBlocked: 'cookies-blocked',
  /** Logging in worked, but the browser doesn't send the session cookie back. */
  sessionNotKept: 'session-not-kept',
  /** The same, right after the account was created. */
  newSessionNotKept: 'new-session-not-kept',
} as const

/** A code that has its own message. */
export type KnownCode =
  | keyof typeof problemMessages
  | (typeof oauthProblems)[keyof typeof oauthProblems]
  | (typeof clientProblems)[keyof typeof clientProblems]

const messages: Readonly<Record<KnownCode, string>> = {
  ...problemMessages,
  'provider-cancelled': 'You cancelled the login. Nothing was changed.',
  'provider-email-unverified':
    'The provider hasn’t verified your email. Verify it there, or log in with your email here.',
  'provider-account-exists':
    'There’s already an account with your email, but the email was never verified. If the account is yours, log in with your email. If not, set a new password to claim it.',
  'provider-failed': 'Login with the provider failed. Try again or use your email.',
  unreachable: 'Can’t reach the site. Check your connection and try again.',
  timeout: 'The site took too long to respond. Try again in a moment.',
  'unexpected-response': 'Unexpected response from the site. Reload the page and try again.',
  'cookies-blocked':
    'Your browser blocks cookies, and you need them to log in. Allow cookies for this site, then reload the page.',
  'session-not-kept':
    'Your browser didn’t keep you logged in. Allow cookies for this site, then log in again.',
  'new-session-not-kept':
    'Your account was created, but your browser didn’t keep you logged in. Allow cookies for this site, then log in.',
}

// Followed by the waiting time, if the server sends it.
const reasonsToWait: Readonly<Partial<Record<KnownCode, string>>> = {
  'too-many-requests': 'Too many attempts.',
  unavailable: 'The site is temporarily unavailable.',
}

/** A request that failed; `message` is for the visitor. */
export class AccountError extends Error {
  override name = 'AccountError'
  readonly code: string
  /** Message by field. */
  readonly fields: Readonly<Record<string, string>>
  /** When to try again, in milliseconds; null: the server didn't say. */
  readonly retryAt: number | null
  /** Not something a visitor can cause: report it. */
  readonly isFault: boolean

  constructor(problem: Pick<ProblemDocument, 'code' | 'fields' | 'retryAfterSeconds'>, cause?: unknown) {
    super(getMessage(problem), { cause })
    this.code = problem.code
    this.fields = problem.fields ?? {}
    const { retryAfterSeconds } = problem
    this.retryAt = retryAfterSeconds === undefined ? null : Date.now() + retryAfterSeconds * 1_000
    this.isFault = !isKnown(problem.code) || problem.code === clientProblems.unexpectedResponse
  }
}

/** The problem of a browser that blocks cookies, or null. Ask before an account is created that nobody could log in to. */
export function findCookieProblem(): AccountError | null {
  return navigator.cookieEnabled ? null : new AccountError({ code: clientProblems.cookiesBlocked })
}

/** Whatever was thrown, as an error with a message for the visitor. */
export function toAccountError(thrown: unknown): AccountError {
  return thrown instanceof AccountError ? thrown : new AccountError({ code: 'page-failed' }, thrown)
}

function getMessage({
  code,
  retryAfterSeconds,
}: Pick<ProblemDocument, 'code' | 'retryAfterSeconds'>): string {
  if (!isKnown(code)) return getProblemMessage(code)
  const reason = retryAfterSeconds === undefined ? undefined : reasonsToWait[code]
  return reason ?? messages[code]
}

function isKnown(code: string): code is KnownCode {
  return Object.hasOwn(messages, code)
}
