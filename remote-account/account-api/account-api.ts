import {
  AcceptedSchema,
  type ChangePasswordSchema,
  type DeleteAccountSchema,
  OAuthProvidersResponseSchema,
  ProfileResponseSchema,
  ProviderUrlResponseSchema,
  type RequestResetSchema,
  type SignInSchema,
  type SignInWithProviderSchema,
  type SignUpSchema,
  type UpdateSchema,
  type VerifySchema,
} from '@portico/shared/account/account-api.ts'
import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { SessionResponseSchema, type Visitor } from '@portico/shared/session/session-record.ts'
import type { InferOutput } from 'valibot'
import { sendRequest } from './send-request.ts'

// Each throws an `AccountError`.

/** The OAuth providers that are set up on this site. */
export const getProviders = () => sendRequest(accountPaths.providers, OAuthProvidersResponseSchema)

/** The profile data that the pages show. */
export const getProfile = () => sendRequest(accountPaths.profile, ProfileResponseSchema)

/** Creates an account and a session; the server emails a code. */
export const signUp = (body: InferOutput<typeof SignUpSchema>) => sendAndGetVisitor(accountPaths.signUp, body)

/** Creates a session. */
export const signIn = (body: InferOutput<typeof SignInSchema>) => sendAndGetVisitor(accountPaths.signIn, body)

/** Ends the session. */
export const signOut = () => sendAndGetVisitor(accountPaths.signOut, {})

/** Verifies the email address with the code that was sent to it. */
export const verify = (body: InferOutput<typeof VerifySchema>) => sendAndGetVisitor(accountPaths.verify, body)

/** Emails a new code. */
export const sendCode = () => sendRequest(accountPaths.sendCode, AcceptedSchema, {})

/** Starts a sign-in with a provider; returns the URL to navigate to. */
export async function startProviderSignIn(
  body: InferOutput<typeof SignInWithProviderSchema>,
): Promise<string> {
  return (await sendRequest(accountPaths.signInWithProvider, ProviderUrlResponseSchema, body)).url
}

/** Changes the name or the username; a field that is left out stays as it is. */
export const updateProfile = (body: InferOutput<typeof UpdateSchema>) =>
  sendRequest(accountPaths.update, ProfileResponseSchema, body)

/** Changes the password and ends the visitor's other sessions. */
export const changePassword = (body: InferOutput<typeof ChangePasswordSchema>) =>
  sendAndGetVisitor(accountPaths.changePassword, body)

/** Emails a link that sets a new password to an address that has an account. The response never says whether it has one. */
export const requestPasswordReset = (body: InferOutput<typeof RequestResetSchema>) =>
  sendRequest(accountPaths.requestReset, AcceptedSchema, body)

/** Deletes the account and its sessions. */
export const deleteAccount = (body: InferOutput<typeof DeleteAccountSchema>) =>
  sendAndGetVisitor(accountPaths.deleteAccount, body)

async function sendAndGetVisitor(path: string, body: object): Promise<Visitor | null> {
  return (await sendRequest(path, SessionResponseSchema, body)).visitor
}
