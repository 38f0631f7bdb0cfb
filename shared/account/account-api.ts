import * as v from 'valibot'
import { CodeSchema, EmailSchema, NameSchema, PasswordSchema, UsernameSchema } from './field-schemas.ts'
import { SessionResponseSchema } from './session-response.ts'

// Every call is POST with a JSON body, or GET without one. Errors are problem documents: see `problem.ts`.

/** Where a provider sends the visitor back to: the page reads `GET session`, and asks for a username where `done` is false. */
export const oauthReturnPath = '/auth/google'

/** Body of `signUp`; answers `VisitorAnswerSchema` and mails a code. */
export const SignUpSchema = v.object({
  username: UsernameSchema,
  email: EmailSchema,
  password: PasswordSchema,
})

/** Body of `signIn`; `login` is a username or a mail address. Answers `VisitorAnswerSchema`. */
export const SignInSchema = v.object({
  login: v.pipe(
    v.string('Enter your username or email.'),
    v.trim(),
    v.minLength(1, 'Enter your username or email.'),
    v.maxLength(254, 'Use at most 254 characters.'),
  ),
  password: v.pipe(
    v.string('Enter your password.'),
    v.minLength(1, 'Enter your password.'),
    v.maxLength(128, 'Use at most 128 characters.'),
  ),
})

/** Body of `verify`: the code from the mail. Answers `VisitorAnswerSchema`. */
export const VerifySchema = v.object({ code: CodeSchema })

/** Body of the calls that need none: `signOut` (answers `VisitorAnswerSchema`), `sendCode` (answers `AcceptedSchema`). */
export const EmptySchema = v.object({})

/** Answer of a call that mails something, or does not: it never tells. */
export const AcceptedSchema = v.object({ accepted: v.literal(true) })

/** Body of `update`; what is left out stays. Answers `ProfileAnswerSchema`. A visitor without a username chooses it here. */
export const UpdateSchema = v.object({ name: v.optional(NameSchema), username: v.optional(UsernameSchema) })

/** Body of `changePassword`; ends the visitor's other sessions. Answers `VisitorAnswerSchema`. */
export const ChangePasswordSchema = v.object({
  currentPassword: v.pipe(v.string(), v.minLength(1, 'Enter your current password.')),
  newPassword: PasswordSchema,
})

/** Body of `requestReset`; mails a code to an address that has an account. Answers `AcceptedSchema` either way. */
export const RequestResetSchema = v.object({ email: EmailSchema })

/** Body of `reset`; ends every session of the account. Answers `VisitorAnswerSchema` with null: sign in then. */
export const ResetSchema = v.object({ email: EmailSchema, code: CodeSchema, newPassword: PasswordSchema })

/** Body of `deleteAccount`. Answers `VisitorAnswerSchema` with null. */
export const DeleteAccountSchema = v.object({
  password: v.pipe(v.string(), v.minLength(1, 'Enter your password.')),
})

/** Providers that a visitor may sign in with. */
export const oauthProviders = ['google', 'github'] as const

/** Answer of `providers`: which of them this site has. */
export const OAuthProvidersResponseSchema = v.object({ google: v.boolean(), github: v.boolean() })

/** Body of `signInWithProvider`; `next`: path of this site to go to afterwards. */
export const SignInWithProviderSchema = v.object({
  provider: v.picklist(oauthProviders),
  next: v.optional(v.pipe(v.string(), v.regex(/^\/(?![/\\])[^\s\\]*$/, 'expected a path of this site'))),
})

/** Answer of `signInWithProvider`: go to `url`. */
export const ProviderUrlResponseSchema = v.object({ url: v.string() })

/** Answer of `profile` (401 `not-signed-in` when signed out) and of `update`. */
export const ProfileResponseSchema = v.object({
  visitor: SessionResponseSchema.entries.visitor.wrapped,
  profile: v.object({
    name: v.string(),
    /** False: signed up through a provider; `reset` gives them a password. */
    hasPassword: v.boolean(),
    /** ISO 8601. */
    createdAt: v.string(),
  }),
})

/** What the profile pages show. */
export type ProfileResponse = v.InferOutput<typeof ProfileResponseSchema>
