import * as v from 'valibot'
import { SessionResponseSchema } from '../session/session-record.ts'
import {
  CodeSchema,
  EmailSchema,
  NameSchema,
  PasswordSchema,
  typedText,
  UsernameSchema,
} from './field-schemas.ts'
import { oauthProviders } from './oauth-providers.ts'

// Bodies and responses of the account API. Paths: `account-paths.ts`. Errors are problem documents: `problem.ts`.

/** Body of `signUp`, which responds with `SessionResponseSchema` and emails a code. */
export const SignUpSchema = v.object({
  username: UsernameSchema,
  email: EmailSchema,
  password: PasswordSchema,
})

/** Body of `signIn`, which responds with `SessionResponseSchema`. `login` is a username or an email address. */
export const SignInSchema = v.object({
  login: v.pipe(
    typedText('Enter your username or email.'),
    v.minLength(1, 'Enter your username or email.'),
    v.maxLength(254, 'Use at most 254 characters.'),
  ),
  password: v.pipe(
    v.string('Enter your password.'),
    v.minLength(1, 'Enter your password.'),
    v.maxLength(128, 'Use at most 128 characters.'),
  ),
})

/** Body of `verify`, which responds with `SessionResponseSchema`: the emailed code. */
export const VerifySchema = v.object({ code: CodeSchema })

/** Body of `sendCode`, which responds with `AcceptedSchema`. `email`: another address for the account; empty: the same. */
export const SendCodeSchema = v.object({
  email: v.optional(v.lazy((email) => (email === '' ? v.literal('') : EmailSchema))),
})

/** An empty body: `signOut` (responds with `SessionResponseSchema`). */
export const EmptySchema = v.object({})

/** Response of requests that may send an email. It never says whether one was sent. */
export const AcceptedSchema = v.object({ accepted: v.literal(true) })

/** Body of `update`, which responds with `ProfileResponseSchema`. Missing fields stay as they are. Also sets a first username. */
export const UpdateSchema = v.object({ name: v.optional(NameSchema), username: v.optional(UsernameSchema) })

/** Body of `changePassword`, which ends the visitor's other sessions and responds with `SessionResponseSchema`. */
export const ChangePasswordSchema = v.object({
  currentPassword: v.pipe(v.string(), v.minLength(1, 'Enter your current password.')),
  newPassword: PasswordSchema,
})

/** Body of `requestReset`, which emails a link if the address has an account. Responds with `AcceptedSchema` either way. */
export const RequestResetSchema = v.object({ email: EmailSchema })

/** Body of `deleteAccount`, which responds with a null session. */
export const DeleteAccountSchema = v.object({
  password: v.pipe(v.string(), v.minLength(1, 'Enter your password.')),
})

/** Response of `providers`: which of them this site offers. */
export const OAuthProvidersResponseSchema = v.object({ google: v.boolean(), github: v.boolean() })

/** Body of `signInWithProvider`. `next`: the path of this site to open afterwards. */
export const SignInWithProviderSchema = v.object({
  provider: v.picklist(oauthProviders),
  next: v.optional(v.pipe(v.string(), v.regex(/^\/(?![/\\])[^\s\\]*$/, 'Expected a path of this site.'))),
})

/** Response of `signInWithProvider`: go to `url`. */
export const ProviderUrlResponseSchema = v.object({ url: v.string() })

/** Response of `profile` (401 `not-signed-in` when signed out) and `update`. */
export const ProfileResponseSchema = v.object({
  visitor: SessionResponseSchema.entries.visitor.wrapped,
  profile: v.object({
    name: v.string(),
    /** False: signed up with a provider. The emailed link of `requestReset` sets a first password. */
    hasPassword: v.boolean(),
    /** ISO 8601. */
    createdAt: v.string(),
  }),
})

export type ProfileResponse = v.InferOutput<typeof ProfileResponseSchema>
