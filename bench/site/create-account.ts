import { type APIRequestContext, type BrowserContext, request } from '@playwright/test'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { paths } from '@portico/kit/paths.ts'
import { SessionResponseSchema, type Visitor } from '@portico/kit/session/session-record.ts'
import { MailboxSchema } from '@portico/protocol/mailbox.ts'
import { encodeSessionToken } from '@portico/protocol/session/session-token.ts'
import { sessionTokenKey } from '@portico/protocol/session/session-token-key.ts'
import * as v from 'valibot'

/** What the browser of a signed-in visitor stores. */
export interface SignedIn {
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>
  /** The session token in local storage. */
  readonly token: { readonly key: string; readonly value: string }
}

const email = 'ada@example.com'

/** Creates a verified account through the account API. */
export async function createAccount(origin: string): Promise<{ visitor: Visitor; browser: SignedIn }> {
  const client = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  try {
    await post(client, accountPaths.signUp, { username: 'ada', email, password: 'correct horse battery' })
    const visitor = await post(client, accountPaths.verify, { code: await fetchVerificationCode(client) })
    const { cookies } = await client.storageState()
    const { username, done, isVerify, github, gmail } = visitor
    const value = encodeSessionToken({ username, done, isVerify, github, gmail })
    return { visitor, browser: { cookies, token: { key: sessionTokenKey, value } } }
  } finally {
    await client.dispose()
  }
}

async function post(client: APIRequestContext, path: string, data: object): Promise<Visitor> {
  const response = await client.post(path, { data })
  if (!response.ok()) throw new Error(`${path} responds with ${response.status()}: ${await response.text()}`)
  const { visitor } = v.parse(SessionResponseSchema, await response.json())
  if (visitor === null) throw new Error(`${path} started no session.`)
  return visitor
}

const attempts = 50
const attemptPauseMs = 100

/** Emails are queued, so the one with the code may take a moment to arrive in the mailbox. */
async function fetchVerificationCode(client: APIRequestContext): Promise<string> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const response = await client.get(`${paths.mailbox}.json`)
    const { emails } = v.parse(MailboxSchema, await response.json())
    const code = emails.find(({ to }) => to === email)?.code
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, attemptPauseMs))
  }
  throw new Error(`No email to ${email} arrived within ${(attempts * attemptPauseMs) / 1000} s.`)
}
