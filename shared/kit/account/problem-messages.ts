import type { accountProblems, ProblemDocument, requestProblems } from './problem.ts'

/** The problems that a visitor is told about in a sentence of their own. */
type ToldProblem =
  | (typeof accountProblems)[keyof typeof accountProblems]
  | (typeof requestProblems)[keyof typeof requestProblems]
  | typeof unavailable

/** The server is up but can't serve, for example while its database is unavailable. */
export const unavailable = 'unavailable'

/** What happened and what to do. A rejected sign-in never reveals whether the username or the password was wrong. */
export const problemMessages: Readonly<Record<ToldProblem, string>> = {
  'invalid-request': 'Some of what you entered isn’t valid. Check it and try again.',
  'sign-in-failed': 'Wrong username, email or password. Check them and try again.',
  'not-signed-in': 'Your session has ended. Log in again to continue.',
  'username-taken': 'This username is taken. Choose another one.',
  'email-taken': 'An account with this email already exists. Log in or reset its password.',
  'code-invalid': 'This code is wrong or has expired. Check it or request a new one.',
  'already-verified': 'Your email is already verified. Reload the page to continue.',
  'email-unavailable': 'This site can’t send emails yet, so this isn’t possible. Please tell its owner.',
  'password-incorrect': 'Wrong password. Check it and try again.',
  'no-password': 'Your account has no password yet. Set one first.',
  'too-many-requests': 'Too many attempts. Wait a while and try again.',
  'provider-unknown': 'This site doesn’t offer this way to log in. Choose another one.',
  'provider-unavailable': 'The provider isn’t responding. Try again in a moment or use your email.',
  'origin-not-allowed':
    'The site refused this because the request didn’t come from one of its own pages. Open the site at its own address and try again.',
  'request-timeout': 'The request took too long to arrive. Check your connection and try again.',
  'payload-too-large': 'You entered more than the site accepts. Shorten it and try again.',
  unavailable: 'The site is temporarily unavailable. Try again in a moment.',
}

/** What a visitor is told about a problem. Any code without a message of its own is a fault, which they can only report. */
export function getProblemMessage(code: string): string {
  return isToldProblem(code)
    ? problemMessages[code]
    : `Something went wrong (${code}). Try again in a moment.`
}

/** The code under which a visitor is told about a problem: `unavailable` if the site is to blame. */
export function getToldCode({ code, status }: Pick<ProblemDocument, 'code' | 'status'>): string {
  return status >= 500 && !isToldProblem(code) ? unavailable : code
}

function isToldProblem(code: string): code is ToldProblem {
  return Object.hasOwn(problemMessages, code)
}
