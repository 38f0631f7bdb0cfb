import * as v from 'valibot'

/** Body of `POST /session` of the console: a release token, an account, or the code of a link that signs in once. */
export const SignInSchema = v.union([
  v.strictObject({ token: v.pipe(v.string(), v.maxLength(200)) }),
  v.strictObject({
    username: v.pipe(v.string(), v.maxLength(100)),
    password: v.pipe(v.string(), v.maxLength(1_000)),
  }),
  v.strictObject({ code: v.pipe(v.string(), v.maxLength(100)) }),
])

/** Response of `POST /session` and `GET /session` of the console. */
export const ConsoleSessionSchema = v.object({
  /** The name in the audit log. */
  name: v.string(),
  scopes: v.array(v.string()),
  expiresAt: v.number(),
  /** For the header `x-csrf-token` of every request that changes something. */
  csrfToken: v.string(),
  site: v.object({ name: v.string(), url: v.string() }),
})

/** Response of `GET /sign-in-methods` of the console: whether accounts can sign in, in addition to tokens. */
export const SignInMethodsSchema = v.object({ accounts: v.boolean() })

export type ConsoleSession = v.InferOutput<typeof ConsoleSessionSchema>

/** Data of the event `change` of `GET /changes` of the console, server-sent: something is newer than before. */
export const ConsoleChangeSchema = v.object({
  /** Of the discovery document. */
  revision: v.number(),
  /** The newest event of the audit log. */
  seq: v.number(),
  /** Changes whenever reports were evaluated. */
  evaluatedAt: v.number(),
})
