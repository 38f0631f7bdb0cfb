import { accountPaths } from '@portico/kit/account/account-paths.ts'
import type { TestServer } from './test-server.ts'

/** The password of every test visitor. */
export const password = 'correct horse battery'

let count = 0

/** Signs up a new visitor, whose address is not verified yet. */
export async function signUp(server: TestServer) {
  const username = `Visitor${++count}`
  const account = { username, email: `${username.toLowerCase()}@example.com`, password }
  const visitor = server.browser()
  const response = await visitor.post(accountPaths.signUp, account)
  if (response.statusCode !== 201) throw new Error(response.body)
  return { ...account, visitor }
}

/** Signs up a new visitor and verifies their address. */
export async function signUpAndVerify(server: TestServer) {
  const account = await signUp(server)
  const [message] = await server.emailsTo(account.email)
  const response = await account.visitor.post(accountPaths.verify, { code: message?.code })
  if (response.statusCode !== 200) throw new Error(response.body)
  return account
}

/** Counts the sessions of an account. */
export async function countSessions({ db }: TestServer, email: string): Promise<number> {
  const sessions = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .where('user.email', '=', email)
    .select('session.id')
    .execute()
  return sessions.length
}

/** A well-formed code that differs from `code`. */
export function getOtherCode(code: string | null | undefined): string {
  return code === '000000' ? '000001' : '000000'
}
