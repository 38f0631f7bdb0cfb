import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { expect, test } from 'vitest'
import { describeWithServer } from '../testing/describe-databases.ts'
import { getOtherCode, password, signUp } from '../testing/sign-up.ts'

describeWithServer('log', (server) => {
  test('the log contains no visitors, passwords, codes, tokens or cookies', async () => {
    const { visitor, email, username } = await signUp(server())
    const [message] = await server().emailsTo(email)
    const code = message?.code ?? ''
    const link = new URL(message?.links[0] ?? '')
    const [cookie = ''] = visitor.cookies.values()
    // Both pass the first check; the database rejects one with an error that quotes the address.
    const twice = { email: 'twice@example.com', password }
    await Promise.all(
      [1, 2].map((n) =>
        server()
          .browser()
          .post(accountPaths.signUp, { username: `twice${n}`, ...twice }),
      ),
    )
    await visitor.post(accountPaths.verify, { code: getOtherCode(code) })
    await visitor.post(accountPaths.signIn, { login: email, password: 'a wrong password' })
    await visitor.post(accountPaths.signUp, { username, email, password })
    await visitor.post(accountPaths.requestReset, { email: 'unknown@example.com' })
    await visitor.get(`${link.pathname}${link.search}`)
    // An internal error while the request contains all of it.
    await server().db.schema.dropTable('verification').execute()
    const failed = await visitor.post(accountPaths.verify, { code })
    await server().browser().get(`${link.pathname}${link.search}`)
    expect(failed.statusCode).toBe(500)
    expect(failed.body).not.toMatch(/verification|select|table/i)

    const log = server().logged.join('\n')
    expect(log).toContain('internal-error')
    const secrets = [
      email,
      username,
      password,
      'a wrong password',
      code,
      cookie,
      link.search,
      'twice',
      '@example.com',
    ]
    for (const secret of secrets) expect(log.toLowerCase()).not.toContain(secret.toLowerCase())
  })
})
