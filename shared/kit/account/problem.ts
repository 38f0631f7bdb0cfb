import * as v from 'valibot'

/** The problem codes that screens distinguish. Any other code is a fault. */
export const accountProblems = {
  invalidRequest: 'invalid-request',
  /** 401: wrong username, email or password. Never says which. */
  signInFailed: 'sign-in-failed',
  /** 401: the session has ended. */
  notSignedIn: 'not-signed-in',
  /** 409, field `username` */
  usernameTaken: 'username-taken',
  /** 409, field `email` */
  emailTaken: 'email-taken',
  /** 422, field `code`: wrong or expired. */
  codeInvalid: 'code-invalid',
  /** 409: the email is already verified. */
  alreadyVerified: 'already-verified',
  /** 409: the site has no mail server. */
  emailUnavailable: 'email-unavailable',
  /** 403, field `currentPassword` or `password` */
  passwordIncorrect: 'password-incorrect',
  /** 409: the account has no password. The link of `requestReset` sets one. */
  noPassword: 'no-password',
  /** 429 with `retryAfterSeconds` */
  tooManyRequests: 'too-many-requests',
  /** 404: the provider is not set up on this site. */
  providerUnknown: 'provider-unknown',
  /** 502: the provider isn't responding. */
  providerUnavailable: 'provider-unavailable',
} as const

/** The problem codes that any request of a form may have, whatever the form. */
export const requestProblems = {
  /** 403: a page of another site sent the request. */
  originNotAllowed: 'origin-not-allowed',
  /** 408 */
  requestTimeout: 'request-timeout',
  /** 413 */
  payloadTooLarge: 'payload-too-large',
} as const

/** Codes in the fragment of `/auth/google#<code>`: why a provider sent the visitor back without signing in. */
export const oauthProblems = {
  /** The visitor cancelled at the provider. */
  cancelled: 'provider-cancelled',
  /** The provider hasn't verified the visitor's email. */
  emailUnverified: 'provider-email-unverified',
  /** An unverified account has this email: reset its password, or wait until it expires. */
  accountExists: 'provider-account-exists',
  /** Anything else: try again. */
  failed: 'provider-failed',
} as const

/** The body of an error response (RFC 9457). */
export const ProblemSchema = v.object({
  code: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.optional(v.string()),
  /** How to fix it. */
  hint: v.optional(v.string()),
  /** Messages by field. */
  fields: v.optional(v.record(v.string(), v.string())),
  retryAfterSeconds: v.optional(v.number()),
})

export type ProblemDocument = v.InferOutput<typeof ProblemSchema>
