import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { expect, test } from 'vitest'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { password } from '../../testing/sign-up.ts'

const account = { username: 'ada', email: 'ada@example.com', password }

describeWithServer(
  'a public site without SMTP',
  (server) => {
    test('says at the start that it can’t send emails', () => {
      const warnings = server().logged.filter((line) => line.includes('SMTP_URL'))
      expect(warnings).toHaveLength(1)
      expect(warnings[0]).toContain('PUBLIC_URL is https://site.example')
    })

    test('says so to visitors who need an email, whether or not they have an account', async () => {
      const visitor = server().browser()
      await visitor.post(accountPaths.signUp, account)
      for (const [path, body] of [
        [accountPaths.sendCode, {}],
        [accountPaths.requestReset, { email: account.email }],
      ] as const) {
        const response = await visitor.post(path, body)
        expect(response.json()).toMatchObject({ status: 409, code: 'email-unavailable' })
      }
    })
  },
  { environment: async () => ({ PUBLIC_URL: 'https://site.example', TRUST_PROXY: 'loopback' }) },
)

describeWithServer('a local site without SMTP', (server) => {
  test('shows emails in the mailbox, so it neither warns nor refuses', async () => {
    expect(server().logged.filter((line) => line.includes('SMTP_URL'))).toEqual([])
    expect((await server().browser().post(accountPaths.signUp, account)).statusCode).toBe(201)
  })
})
