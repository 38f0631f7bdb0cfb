import { accountProblems, type ProblemDocument } from '@portico/shared/account/problem.ts'

/** What stops a call before the server can say why. */
export const localProblems = {
  unreachable: 'unreachable',
  timeout: 'timeout',
  /** The server is up and cannot serve, for example while its database is away. */
  unavailable: 'unavailable',
  notUnderstood: 'not-understood',
  /** Signing in worked, but the browser sends no session cookie back. */
  sessionNotKept: 'session-not-kept',
} as const

type KnownCode =
  | (typeof accountProblems)[keyof typeof accountProblems]
  | (typeof localProblems)[keyof typeof localProblems]

// For the visitor: what happened, and what to do. A refused sign-in never tells which of the two was wrong.
const sentences: Readonly<Record<KnownCode, string>> = {
  'invalid-request': 'The site did not accept what you entered. Check it, then try again.',
  'sign-in-failed': 'The name or the password is wrong. Check both, then try again.',
  'not-signed-in': 'Your session has ended. Log in again to go on.',
  'username-taken': 'This username is taken. Choose another one.',
  'email-taken': 'This address has an account. Log in, or reset its password.',
  'code-invalid': 'This code is wrong or no longer valid. Check it, or ask for a new one.',
  'already-verified': 'Your address is confirmed already.',
  'password-incorrect': 'This is not your password.',
  'no-password': 'Your account has no password yet. Set one first.',
  'too-many-requests': 'There were too many attempts. Wait a while, then try again.',
  'provider-unknown': 'This site does not offer this way to sign in.',
  'provider-unavailable': 'The provider does not answer. Try again in a moment, or use your email.',
  unreachable: 'The site cannot be reached. Check your connection, then try again.',
  timeout: 'The site did not answer in time. Try again in a moment.',
  unavailable: 'The site cannot do this right now. Try again in a moment.',
  'not-understood':
    'The site gave an answer that this page does not understand. Reload the page, then try again.',
  'session-not-kept':
    'You were signed in, but your browser did not keep the session. Allow cookies for this site, then log in.',
}

/** A call that did not do what it is for; `message` is a sentence for the visitor. */
export class AccountFailure extends Error {
  override name = 'AccountFailure'
  readonly code: string
  /** Message by field. */
  readonly fields: Readonly<Record<string, string>>
  /** True: no visitor can cause it, so that somebody ought to look at it. */
  readonly isFault: boolean

  constructor(problem: Pick<ProblemDocument, 'code' | 'fields' | 'retryAfterSeconds'>, cause?: unknown) {
    super(sentenceFor(problem), { cause })
    this.code = problem.code
    this.fields = problem.fields ?? {}
    this.isFault = !isKnown(problem.code) || problem.code === localProblems.notUnderstood
  }
}

/** Whatever was thrown, as a failure with a sentence. */
export function toFailure(thrown: unknown): AccountFailure {
  return thrown instanceof AccountFailure ? thrown : new AccountFailure({ code: 'page-broke' }, thrown)
}

function sentenceFor({
  code,
  retryAfterSeconds,
}: Pick<ProblemDocument, 'code' | 'retryAfterSeconds'>): string {
  if (code === accountProblems.tooManyRequests && retryAfterSeconds !== undefined) {
    return `There were too many attempts. Wait ${inWords(retryAfterSeconds)}, then try again.`
  }
  return isKnown(code) ? sentences[code] : `That did not work (${code}). Try again in a moment.`
}

function isKnown(code: string): code is KnownCode {
  return Object.hasOwn(sentences, code)
}

/** From here on minutes are easier to read. */
const longestInSeconds = 120

function inWords(seconds: number): string {
  if (seconds > longestInSeconds) return `${Math.ceil(seconds / 60)} minutes`
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}
