import {
  type APIRequestContext,
  type BrowserContextOptions,
  expect,
  type PlaywrightWorkerArgs,
} from '@playwright/test'
import { accountPaths } from '@portico/shared/account/account-api.ts'
import { SessionResponseSchema } from '@portico/shared/account/session-response.ts'
import { encodeSessionToken, sessionTokenKey } from '@portico/shared/session/session-token.ts'
import * as v from 'valibot'
import { getCode, waitForEmail } from './mailbox.ts'

/** The three states of a visitor (specification, section 4). */
export const visitorStates = ['signed out', 'unverified', 'signed in'] as const
export type VisitorState = (typeof visitorStates)[number]

/** What a browser keeps of a visitor: the cookie and the session token. */
export type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** Somebody who makes an account. */
export interface Person {
  readonly username: string
  readonly email: string
  readonly password: string
}

let people = 0

/** Somebody whom no other test knows. */
export function createPerson(): Person {
  people += 1
  const username = `ada_${process.pid.toString(36)}_${people}`
  return { username, email: `${username}@example.com`, password: `correct horse ${username}` }
}

/** Makes an account through the account calls. Returns what a browser keeps after it. */
export async function createAccount(
  { request }: PlaywrightWorkerArgs['playwright'],
  origin: string,
  { person, isVerified }: { person: Person; isVerified: boolean },
): Promise<StorageState> {
  const calls = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  let visitor = await postAccountRequest(calls, accountPaths.signUp, person)
  if (isVerified) {
    const code = getCode(await waitForEmail(calls, person.email))
    visitor = await postAccountRequest(calls, accountPaths.verify, { code })
  }
  const { cookies } = await calls.storageState()
  await calls.dispose()
  if (visitor === null) throw new Error(`${person.username} has no session after signing up.`)
  const { username, done, isVerify, github, gmail } = visitor
  const token = encodeSessionToken({ username, done, isVerify, github, gmail })
  return { cookies, origins: [{ origin, localStorage: [{ name: sessionTokenKey, value: token }] }] }
}

/** Makes an account call. Returns the visitor whom it answers. */
export async function postAccountRequest(calls: APIRequestContext, path: string, body: object) {
  const answer = await calls.post(path, { data: body })
  expect(answer.ok(), `${path} answers ${answer.status()}: ${await answer.text()}`).toBe(true)
  return v.parse(SessionResponseSchema, await answer.json()).visitor
}
