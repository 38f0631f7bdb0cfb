import {
  type APIRequestContext,
  type BrowserContextOptions,
  expect,
  type PlaywrightWorkerArgs,
} from '@playwright/test'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { SessionResponseSchema } from '@portico/kit/session/session-record.ts'
import { encodeSessionToken } from '@portico/protocol/session/session-token.ts'
import { sessionTokenKey } from '@portico/protocol/session/session-token-key.ts'
import * as v from 'valibot'
import { getCode, waitForEmail } from './mailbox.ts'

/** The three visitor states (specification, section 4). */
export const visitorStates = ['signed out', 'unverified', 'signed in'] as const
export type VisitorState = (typeof visitorStates)[number]

/** What a browser stores about a visitor: the cookie and the session token. */
export type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** A person who signs up. */
export interface Person {
  readonly username: string
  readonly email: string
  readonly password: string
}

let people = 0

/** A person no other test uses. */
export function createPerson(): Person {
  people += 1
  const username = `ada_${process.pid.toString(36)}_${people}`
  return { username, email: `${username}@example.com`, password: `correct horse ${username}` }
}

/** Signs a person up through the accounts API. Returns what their browser stores afterwards. */
export async function createAccount(
  { request }: PlaywrightWorkerArgs['playwright'],
  origin: string,
  { person, isVerified }: { person: Person; isVerified: boolean },
): Promise<StorageState> {
  const api = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  let visitor = await postAccountRequest(api, accountPaths.signUp, person)
  if (isVerified) {
    const code = getCode(await waitForEmail(api, person.email))
    visitor = await postAccountRequest(api, accountPaths.verify, { code })
  }
  const { cookies } = await api.storageState()
  await api.dispose()
  if (visitor === null) throw new Error(`${person.username} has no session after signing up.`)
  const { username, done, isVerify, github, gmail } = visitor
  const token = encodeSessionToken({ username, done, isVerify, github, gmail })
  return { cookies, origins: [{ origin, localStorage: [{ name: sessionTokenKey, value: token }] }] }
}

/** The `cookie` header of a browser that stores this. */
export function toCookieHeader({ cookies }: Pick<StorageState, 'cookies'>): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** Sends a request to the accounts API. Returns the visitor in the response. */
export async function postAccountRequest(api: APIRequestContext, path: string, body: object) {
  const response = await api.post(path, { data: body })
  expect(response.ok(), `${path} responded with ${response.status()}: ${await response.text()}`).toBe(true)
  return v.parse(SessionResponseSchema, await response.json()).visitor
}
