import { accountPaths } from '@portico/shared/account/account-paths.ts'
import type { TestServer } from './test-server.ts'

/** A password that every test's visitor has. */
export const password = 'correct horse battery'

let count = 0

/** A new visitor with an account that is not confirmed yet. */
export async function signUp(server: TestServer) {
  const username = `Visitor${++count}`
  const account = { username, email: `${username.toLowerCase()}@example.com`, password }
  const visitor = server.browser()
  const answer = await visitor.post(accountPaths.signUp, account)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return { ...account, visitor }
}

/** A new visitor with a confirmed account. */
export async function signUpAndVerify(server: TestServer) {
  const account = await signUp(server)
  const [mail] = await server.emailsTo(account.email)
  const answer = await account.visitor.post(accountPaths.verify, { code: mail?.code })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return account
}

/** How many sessions an address has. */
export async function sessionsOf({ db }: TestServer, email: string): Promise<number> {
  const sessions = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .where('user.email', '=', email)
    .select('session.id')
    .execute()
  return sessions.length
}

/** Another six digits. */
export function otherThan(code: string | null | undefined): string {
  return code === '000000' ? '000001' : '000000'
}
