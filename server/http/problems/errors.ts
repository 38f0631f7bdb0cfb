import type { Finding } from '@portico/shared/release/release-api.ts'

/** Every error that this server answers with: code, status and title. `docs/errors.md` explains each. */
export const errors = {
  'invalid-request': { status: 400, title: 'The request does not have the expected shape' },
  'sign-in-failed': { status: 401, title: 'Name or password are wrong' },
  'not-signed-in': { status: 401, title: 'There is no session' },
  'token-missing': { status: 401, title: 'The call brings no token' },
  'token-invalid': { status: 401, title: 'The token is unknown or has expired' },
  'key-invalid': { status: 401, title: 'The key is missing or unknown' },
  'payment-required': { status: 402, title: 'This operation is for paid users' },
  'insufficient-scope': { status: 403, title: 'The token may not do this' },
  'origin-not-allowed': { status: 403, title: 'The request comes from another site' },
  'password-incorrect': { status: 403, title: 'The password is wrong' },
  'mailbox-not-local': { status: 403, title: 'The mailbox is only shown on this machine' },
  'preview-not-local': { status: 403, title: 'Only a site on its own machine shows what that serves' },
  'not-found': { status: 404, title: 'There is nothing at this address' },
  'provider-unknown': { status: 404, title: 'This site has no such provider' },
  'remote-unknown': { status: 404, title: 'There is no such remote' },
  'release-unknown': { status: 404, title: 'There is no such release' },
  'rollout-unknown': { status: 404, title: 'There is no such rollout' },
  'revision-unknown': { status: 404, title: 'The document has no such revision' },
  'preview-expired': { status: 404, title: 'The preview link is over, or was never one' },
  'token-unknown': { status: 404, title: 'There is no such token' },
  'operation-unknown': { status: 404, title: 'The provider has no such operation' },
  'method-not-allowed': { status: 405, title: 'The address does not take this method' },
  'username-taken': { status: 409, title: 'The username is taken' },
  'email-taken': { status: 409, title: 'The email address has an account' },
  'already-verified': { status: 409, title: 'The email address is confirmed already' },
  'no-password': { status: 409, title: 'The account has no password' },
  'release-exists': { status: 409, title: 'The version was published with other bytes' },
  'rollout-in-progress': { status: 409, title: 'Another rollout of this remote is under way' },
  'rollout-not-in-progress': { status: 409, title: 'No rollout of this remote is under way' },
  'rollout-paused': { status: 409, title: 'The rollout is paused' },
  'rollout-not-paused': { status: 409, title: 'The rollout is not paused' },
  'remote-frozen': { status: 409, title: 'The remote is frozen' },
  'release-quarantined': { status: 409, title: 'The release was taken back' },
  'already-stable': { status: 409, title: 'Everyone has this release already' },
  'first-release': { status: 409, title: 'A first release goes to everyone at once' },
  'no-previous-release': { status: 409, title: 'There is no release before this one' },
  'payload-too-large': { status: 413, title: 'The request is too large' },
  'unsupported-media-type': { status: 415, title: 'The request has another type than expected' },
  'archive-invalid': { status: 422, title: 'The archive is not one of a release' },
  'validation-failed': { status: 422, title: 'The release does not fit this site' },
  'preview-source-invalid': { status: 422, title: 'Nothing can be shown from this address' },
  'code-invalid': { status: 422, title: 'The code is wrong or no longer valid' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'internal-error': { status: 500, title: 'The server failed' },
  'provider-unavailable': { status: 502, title: 'The provider does not answer' },
  'server-busy': { status: 503, title: 'The server has too much to do' },
  'database-unavailable': { status: 503, title: 'The database does not answer' },
  'not-ready': { status: 503, title: 'The server cannot serve yet' },
} as const satisfies Record<string, ErrorKind>

/** Stable name of an error; clients decide by it. */
export type ErrorCode = keyof typeof errors

interface ErrorKind {
  readonly status: number
  readonly title: string
}

/** What an answer may say beside the catalogue. */
export interface ProblemDetails {
  /** What came, what was expected, what to do. Never a secret, an address or a token. */
  readonly detail?: string
  /** How to mend it, for whoever made the call. */
  readonly hint?: string
  /** Message by field, to show beside it. */
  readonly fields?: Readonly<Record<string, string>>
  /** What the gate found, each with what to do. */
  readonly findings?: readonly Finding[]
  readonly retryAfterSeconds?: number
  /** Methods that the address takes. */
  readonly allow?: string
  readonly cause?: unknown
}

/** Throw it from a route to answer with the error of that code. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ErrorCode
  readonly details: ProblemDetails

  constructor(code: ErrorCode, details: ProblemDetails = {}) {
    super(details.detail ?? errors[code].title, { cause: details.cause })
    this.code = code
    this.details = details
  }
}
