import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { MailboxSchema } from '@portico/shared/mailbox.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { password } from '../../testing/sign-up.ts'

describeWithServer('mailbox', (server) => {
  const get = (url: string, headers: Record<string, string> = {}) => server().app.inject({ url, headers })

  test('emails are listed newest first, and each page has a clickable link', async () => {
    expect((await get('/-/mailbox')).body).toContain('No emails yet.')
    for (const name of ['first', 'second']) {
      const account = { username: name, email: `${name}@example.com`, password }
      await server().browser().post(accountPaths.signUp, account)
      await server().emailsTo(account.email)
    }
    const { emails } = v.parse(MailboxSchema, (await get('/-/mailbox.json')).json())
    expect(emails.map(({ to }) => to)).toEqual(['second@example.com', 'first@example.com'])
    expect((await get('/-/mailbox', { accept: 'application/json' })).json()).toEqual({ emails })

    const list = await get('/-/mailbox')
    expect(list.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(list.body).toContain(`<a href="/-/mailbox/${emails[0]?.id}">Verify your email address`)
    const page = await get(`/-/mailbox/${emails[0]?.id}`)
    expect(page.body).toContain(emails[0]?.code)
    expect(page.body).toContain(`<a href="${emails[0]?.links[0]}">`)
  })

  test('the pages comply with the Content-Security-Policy', async () => {
    const page = await get('/-/mailbox')
    expect(page.headers['content-security-policy']).not.toContain('unsafe')
    expect(page.body).not.toMatch(/<script|<style| style=| on\w+=/)
    expect((await get('/-/plain-page.css')).headers['content-type']).toBe('text/css; charset=utf-8')
  })

  test.each(['../site-secret', '%2e%2e%2fsite-secret', '1795256349735-f5d2d4f0'])(
    '%s is not an email',
    async (id) => {
      expect((await get(`/-/mailbox/${id}`)).statusCode).toBe(404)
    },
  )

  test('the mailbox rejects requests under another host name', async () => {
    for (const url of ['/-/mailbox', '/-/mailbox.json']) {
      const response = await get(url, { host: 'rebound.example' })
      expect(response.json()).toMatchObject({ status: 403, code: 'mailbox-not-local' })
    }
  })

  test.each(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded'])(
    'the mailbox rejects requests that a proxy forwards, even from this machine: %s',
    async (header) => {
      const response = await get('/-/mailbox.json', { [header]: '127.0.0.1' })
      expect(response.json()).toMatchObject({
        status: 403,
        code: 'mailbox-not-local',
        detail: expect.stringContaining('Set PUBLIC_URL'),
      })
    },
  )

  test('the mailbox rejects requests from other machines', async () => {
    const response = await server().app.inject({ url: '/-/mailbox.json', remoteAddress: '192.0.2.7' })
    expect(response.json()).toMatchObject({ status: 403, code: 'mailbox-not-local' })
  })
})

describeWithServer(
  'the mailbox of a public site',
  (server) => {
    test('the mailbox is closed and says what to do', async () => {
      const response = await server().app.inject({ url: '/-/mailbox.json', headers: { host: '127.0.0.1' } })
      expect(response.json()).toMatchObject({ status: 403, detail: expect.stringContaining('SMTP_URL') })
    })
  },
  { environment: async () => ({ HOST: '0.0.0.0' }) },
)
