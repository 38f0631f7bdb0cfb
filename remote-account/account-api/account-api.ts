import {
  AcceptedSchema,
  type ChangePasswordSchema,
  type DeleteAccountSchema,
  OAuthProvidersResponseSchema,
  ProfileResponseSchema,
  ProviderUrlResponseSchema,
  type RequestResetSchema,
  type ResetSchema,
  type SignInSchema,
  type SignInWithProviderSchema,
  type SignUpSchema,
  type UpdateSchema,
  type VerifySchema,
} from '@portico/shared/account/account-api.ts'
import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { SessionResponseSchema, type Visitor } from '@portico/shared/account/session-response.ts'
import type { InferOutput } from 'valibot'
import { call } from './send-request.ts'

// Each throws an `AccountFailure`: see `failure.ts`.

/** Which providers this site has. */
export const readProviders = () => call(accountPaths.providers, OAuthProvidersResponseSchema)

/** What the profile pages show. */
export const readProfile = () => call(accountPaths.profile, ProfileResponseSchema)

/** Makes an account and a session; the server mails a code. */
export const signUp = (body: InferOutput<typeof SignUpSchema>) => visitorAfter(accountPaths.signUp, body)

/** Makes a session. */
export const signIn = (body: InferOutput<typeof SignInSchema>) => visitorAfter(accountPaths.signIn, body)

/** Ends the session. */
export const signOut = () => visitorAfter(accountPaths.signOut, {})

/** Confirms the mail address by the code from the mail. */
export const verify = (body: InferOutput<typeof VerifySchema>) => visitorAfter(accountPaths.verify, body)

/** Mails a new code. */
export const sendCode = () => call(accountPaths.sendCode, AcceptedSchema, {})

/** The provider's address to go to. */
export async function askProvider(body: InferOutput<typeof SignInWithProviderSchema>): Promise<string> {
  return (await call(accountPaths.signInWithProvider, ProviderUrlResponseSchema, body)).url
}

/** Changes name or username; what is left out stays. */
export const update = (body: InferOutput<typeof UpdateSchema>) =>
  call(accountPaths.update, ProfileResponseSchema, body)

/** Changes the password, and ends the visitor's other sessions. */
export const changePassword = (body: InferOutput<typeof ChangePasswordSchema>) =>
  visitorAfter(accountPaths.changePassword, body)

/** Mails a code to an address that has an account; never tells whether it has one. */
export const requestReset = (body: InferOutput<typeof RequestResetSchema>) =>
  call(accountPaths.requestReset, AcceptedSchema, body)

/** Sets a password by the code from the mail, and ends every session of the account. */
export const reset = (body: InferOutput<typeof ResetSchema>) => visitorAfter(accountPaths.reset, body)

/** Removes the account and its sessions. */
export const deleteAccount = (body: InferOutput<typeof DeleteAccountSchema>) =>
  visitorAfter(accountPaths.deleteAccount, body)

async function visitorAfter(path: string, body: object): Promise<Visitor | null> {
  return (await call(path, SessionResponseSchema, body)).visitor
}
