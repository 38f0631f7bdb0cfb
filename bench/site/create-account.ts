import { type APIRequestContext, type BrowserContext, request } from '@playwright/test'
import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { SessionResponseSchema, type Visitor } from '@portico/shared/account/session-response.ts'
import { MailboxSchema } from '@portico/shared/mailbox.ts'
import { paths } from '@portico/shared/paths.ts'
import { encodeSessionToken, sessionTokenKey } from '@portico/shared/session/session-token.ts'
import * as v from 'valibot'

/** What the browser of a signed-in visitor keeps. */
export interface SignedIn {
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>
  /** Of the session token in local storage. */
  readonly token: { readonly key: string; readonly value: string }
}

const email = 'ada@example.com'

/** Makes a confirmed account through the account calls. */
export async function createAccount(origin: string): Promise<{ visitor: Visitor; browser: SignedIn }> {
  const calls = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  try {
    await call(calls, accountPaths.signUp, { username: 'ada', email, password: 'correct horse battery' })
    const visitor = await call(calls, accountPaths.verify, { code: await mailedCode(calls) })
    const { cookies } = await calls.storageState()
    const { username, done, isVerify, github, gmail } = visitor
    const value = encodeSessionToken({ username, done, isVerify, github, gmail })
    return { visitor, browser: { cookies, token: { key: sessionTokenKey, value } } }
  } finally {
    await calls.dispose()
  }
}

async function call(calls: APIRequestContext, path: string, data: object): Promise<Visitor> {
  const answer = await calls.post(path, { data })
  if (!answer.ok()) throw new Error(`${path} answers ${answer.status()}: ${await answer.text()}`)
  const { visitor } = v.parse(SessionResponseSchema, await answer.json())
  if (visitor === null) throw new Error(`${path} gave no session.`)
  return visitor
}

const mailTries = 50
const mailPauseMs = 100

/** The code from the newest mail. Mails are queued, so it may take a moment to come. */
async function mailedCode(calls: APIRequestContext): Promise<string> {
  for (let left = mailTries; left > 0; left -= 1) {
    const answer = await calls.get(`${paths.mailbox}.json`)
    const { mails } = v.parse(MailboxSchema, await answer.json())
    const code = mails.find((mail) => mail.to === email)?.code
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, mailPauseMs))
  }
  throw new Error(`No mail to ${email} came within ${(mailTries * mailPauseMs) / 1000} s.`)
}
