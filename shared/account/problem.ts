import * as v from 'valibot'

/** Codes of the account calls that a screen tells apart; any other code is a fault: say that it did not work. */
export const accountProblems = {
  invalidRequest: 'invalid-request',
  /** 401: name or password are wrong; which one is not told. */
  signInRefused: 'sign-in-failed',
  /** 401: the session has ended. */
  notSignedIn: 'not-signed-in',
  /** 409, field `username` */
  usernameTaken: 'username-taken',
  /** 409, field `email` */
  emailTaken: 'email-taken',
  /** 422, field `code`: wrong, or no longer valid. */
  codeWrong: 'code-invalid',
  /** 409: the address is confirmed already. */
  alreadyVerified: 'already-verified',
  /** 403, field `currentPassword` or `password` */
  passwordWrong: 'password-incorrect',
  /** 409: the account has no password; `reset` gives it one. */
  passwordMissing: 'no-password',
  /** 429 with `retryAfterSeconds` */
  tooManyRequests: 'too-many-requests',
  /** 404: the provider is not configured on this site. */
  providerUnknown: 'provider-unknown',
  /** 502: the provider does not answer. */
  providerUnavailable: 'provider-unavailable',
} as const

/** Codes in the query of `/auth/google?error=<code>` when a provider sends the visitor back without a sign-in. */
export const oauthProblems = {
  /** The visitor said no at the provider. */
  cancelled: 'provider-cancelled',
  /** The provider has not confirmed the visitor's mail address. */
  emailUnverified: 'provider-email-unverified',
  /** An account that is not confirmed has this address: reset its password, or wait until it expires. */
  accountExists: 'provider-account-exists',
  /** Anything else: try again. */
  failed: 'provider-failed',
} as const

/** Shape of an error's body (RFC 9457). */
export const ProblemSchema = v.object({
  code: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.optional(v.string()),
  /** How to mend it. */
  hint: v.optional(v.string()),
  /** Message by field, to show beside it. */
  fields: v.optional(v.record(v.string(), v.string())),
  retryAfterSeconds: v.optional(v.number()),
})

/** An error's body. */
export type ProblemDocument = v.InferOutput<typeof ProblemSchema>
