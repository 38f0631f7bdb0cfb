import type { Finding } from '@portico/protocol/publish/release-api.ts'

/** Every error that this server responds with: code, status and title. `docs/errors.md` explains each. */
export const errors = {
  'invalid-request': { status: 400, title: 'The request is invalid' },
  'sign-in-failed': { status: 401, title: 'Wrong username or password' },
  'not-signed-in': { status: 401, title: 'You are not signed in' },
  'token-missing': { status: 401, title: 'An access token is required' },
  'token-invalid': { status: 401, title: 'The access token is invalid or has expired' },
  'key-invalid': { status: 401, title: 'The API key is missing or invalid' },
  'payment-required': { status: 402, title: 'This operation requires a paid key' },
  'insufficient-scope': { status: 403, title: 'The access token lacks the required scope' },
  'origin-not-allowed': { status: 403, title: 'Requests from this origin are not allowed' },
  'password-incorrect': { status: 403, title: 'The password is incorrect' },
  'mailbox-not-local': { status: 403, title: 'The mailbox is only available on this machine' },
  'not-found': { status: 404, title: 'Not found' },
  'provider-unknown': { status: 404, title: 'This sign-in provider is not available' },
  'remote-unknown': { status: 404, title: 'Unknown remote' },
  'release-unknown': { status: 404, title: 'Unknown release' },
  'rollout-unknown': { status: 404, title: 'Unknown rollout' },
  'revision-unknown': { status: 404, title: 'Unknown revision' },
  'preview-expired': { status: 404, title: 'This preview link is invalid or has expired' },
  'token-unknown': { status: 404, title: 'Unknown token' },
  'account-unknown': { status: 404, title: 'Unknown account' },
  'operation-unknown': { status: 404, title: 'Unknown operation' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  'upload-timeout': { status: 408, title: 'The upload stalled or took too long' },
  'username-taken': { status: 409, title: 'The username is taken' },
  'email-taken': { status: 409, title: 'The email address is already in use' },
  'already-verified': { status: 409, title: 'The email address is already verified' },
  'email-unavailable': { status: 409, title: 'This site can’t send emails' },
  'no-password': { status: 409, title: 'The account has no password' },
  'token-name-taken': { status: 409, title: 'Another active token has the name' },
  'release-exists': { status: 409, title: 'The version already exists with different bytes' },
  'rollout-in-progress': { status: 409, title: 'Another rollout of this remote is in progress' },
  'rollout-not-in-progress': { status: 409, title: 'No rollout of this remote is in progress' },
  'rollout-paused': { status: 409, title: 'The rollout is paused' },
  'rollout-not-paused': { status: 409, title: 'The rollout is not paused' },
  'remote-frozen': { status: 409, title: 'The remote is frozen' },
  'release-quarantined': { status: 409, title: 'The release was rolled back and is quarantined' },
  'reason-required': { status: 409, title: 'A reason is required' },
  'already-stable': { status: 409, title: 'The release is already stable' },
  'first-release': { status: 409, title: 'A first release must go to everyone immediately' },
  'release-never-stable': { status: 409, title: 'The release was never stable' },
  'share-too-small': { status: 409, title: 'A rollout never shrinks' },
  'plan-required': { status: 409, title: 'No plan is named' },
  'release-incompatible': { status: 409, title: 'The release isn’t compatible with the live shell' },
  'access-missing': { status: 409, title: 'The operator has to approve something first' },
  'no-previous-release': { status: 409, title: 'There is no previous release' },
  'path-conflict': { status: 409, title: 'The release has a path that belongs to another remote' },
  'quota-exceeded': { status: 409, title: 'The remote has reached its storage limit' },
  'payload-too-large': { status: 413, title: 'The request is too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'archive-invalid': { status: 422, title: 'The archive is invalid' },
  'validation-failed': { status: 422, title: 'The release failed validation' },
  'code-invalid': { status: 422, title: 'The code is invalid or has expired' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'too-many-uploads': { status: 429, title: 'Too many uploads at the same time' },
  'internal-error': { status: 500, title: 'Internal server error' },
  'provider-unavailable': { status: 502, title: 'The sign-in provider is unavailable' },
  'server-busy': { status: 503, title: 'The server is busy' },
  'database-unavailable': { status: 503, title: 'The database is unavailable' },
  'disk-full': { status: 503, title: 'The site’s disk is full' },
  'not-ready': { status: 503, title: 'The server is not ready' },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>

/** Stable name of an error; clients rely on it. */
export type ErrorCode = keyof typeof errors

export interface ProblemDetails {
  /** What was expected and what was received. Never a secret, an email address or a token. */
  readonly detail?: string
  /** How to fix it, for the developer of the client. */
  readonly hint?: string
  /** Messages by field, to show next to them. */
  readonly fields?: Readonly<Record<string, string>>
  /** The results of validating a release. */
  readonly findings?: readonly Finding[]
  readonly retryAfterSeconds?: number
  readonly allow?: string
  readonly cause?: unknown
}

/** Throw it in a route to respond with the error of that code. */
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
