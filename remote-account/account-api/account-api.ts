import {
  AcceptedSchema,
  type ChangePasswordSchema,
  type DeleteAccountSchema,
  OAuthProvidersResponseSchema,
  ProfileResponseSchema,
  ProviderUrlResponseSchema,
  type RequestResetSchema,
  type SendCodeSchema,
  type SignInSchema,
  type SignInWithProviderSchema,
  type SignUpSchema,
  type UpdateSchema,
  type VerifySchema,
} from '@portico/kit/account/account-api.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { ProblemSchema } from '@portico/kit/account/problem.ts'
import { SessionResponseSchema, type Visitor } from '@portico/kit/session/session-record.ts'
import * as v from 'valibot'
import { AccountError, clientProblems } from './account-error.ts'

// Each of these throws an `AccountError`.

/** The OAuth providers that are set up on this site. */
export const getProviders = () => sendRequest(accountPaths.providers, OAuthProvidersResponseSchema)

/** The profile data that the pages show. */
export const getProfile = () => sendRequest(accountPaths.profile, ProfileResponseSchema)

/** Creates an account and a session; the server emails a code. */
export const signUp = (body: v.InferOutput<typeof SignUpSchema>) =>
  sendAndGetVisitor(accountPaths.signUp, body)

/** Creates a session. */
export const signIn = (body: v.InferOutput<typeof SignInSchema>) =>
  sendAndGetVisitor(accountPaths.signIn, body)

/** Ends the session. */
export const signOut = () => sendAndGetVisitor(accountPaths.signOut, {})

/** Verifies the email address with the code that was sent to it. */
export const verify = (body: v.InferOutput<typeof VerifySchema>) =>
  sendAndGetVisitor(accountPaths.verify, body)

/** Emails a new code, to another address if there is one. */
export const sendCode = (body: v.InferInput<typeof SendCodeSchema>) =>
  sendRequest(accountPaths.sendCode, AcceptedSchema, body)

/** Starts a sign-in with a provider; returns the URL to navigate to. */
export async function startProviderSignIn(
  body: v.InferOutput<typeof SignInWithProviderSchema>,
): Promise<string> {
  return (await sendRequest(accountPaths.signInWithProvider, ProviderUrlResponseSchema, body)).url
}

/** Changes the name or the username; a field that is left out stays as it is. */
export const updateProfile = (body: v.InferOutput<typeof UpdateSchema>) =>
  sendRequest(accountPaths.update, ProfileResponseSchema, body)

/** Changes the password and ends the visitor's other sessions. */
export const changePassword = (body: v.InferOutput<typeof ChangePasswordSchema>) =>
  sendAndGetVisitor(accountPaths.changePassword, body)

/** Emails a link that sets a new password to an address that has an account. The response never says whether it has one. `path` may pass on `?next=`, to which the link leads after it. */
export const requestPasswordReset = (
  body: v.InferOutput<typeof RequestResetSchema>,
  path: string = accountPaths.requestReset,
) => sendRequest(path, AcceptedSchema, body)

/** Deletes the account and its sessions. */
export const deleteAccount = (body: v.InferOutput<typeof DeleteAccountSchema>) =>
  sendAndGetVisitor(accountPaths.deleteAccount, body)

async function sendAndGetVisitor(path: string, body: object): Promise<Visitor | null> {
  return (await sendRequest(path, SessionResponseSchema, body)).visitor
}

/** Longer than any request that still succeeds, and shorter than a visitor waits before trying again. */
const timeoutMs = 30_000

/**
 * Sends an account request: POST with a body, GET without one. Returns the response parsed by `schema`; throws an
 * `AccountError` for everything else.
 */
export async function sendRequest<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  body?: object,
): Promise<v.InferOutput<Schema>> {
  const init = body === undefined ? {} : toJsonRequest(body)
  const response = await fetch(path, { ...init, signal: AbortSignal.timeout(timeoutMs) }).catch(
    throwNetworkError,
  )
  if (isUnavailable(response))
    throw new AccountError({ code: clientProblems.unavailable, ...readWait(response) })
  const content: unknown = await response.json().catch(throwBodyError)
  if (response.ok) return parseBody(schema, content)
  throw new AccountError({ ...readWait(response), ...parseBody(ProblemSchema, content) })
}

/** The server is temporarily unavailable, as reported by itself or by a proxy with its own error format. */
function isUnavailable({ status, headers }: Response): boolean {
  const isFromProxy = (status === 502 || status === 504) && !headers.get('content-type')?.includes('json')
  return status === 503 || isFromProxy
}

/** How long to wait, from `Retry-After` in seconds; a proxy may send it as well. */
function readWait({ headers }: Response): { retryAfterSeconds?: number } {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {}
}

function toJsonRequest(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function parseBody<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return parsed.output
  throw new AccountError({ code: clientProblems.unexpectedResponse }, parsed.issues)
}

/** For a `fetch` that got no response. */
export function throwNetworkError(cause: unknown): never {
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
  throw new AccountError({ code: isTimeout ? clientProblems.timeout : clientProblems.unreachable }, cause)
}

/** A body that is not JSON is not our server's; one that is cut off is the network's fault. */
function throwBodyError(cause: unknown): never {
  if (!(cause instanceof SyntaxError)) throwNetworkError(cause)
  throw new AccountError({ code: clientProblems.unexpectedResponse }, cause)
}
