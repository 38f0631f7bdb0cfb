import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { MailboxSchema } from '@portico/protocol/mailbox.ts'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { sendRaw } from '../../testing/raw-request.ts'
import { password } from '../../testing/sign-up.ts'

const environment = async () => ({ PORT: String(await getFreePort()) })

describeWithServer(
  'mailbox',
  (server) => {
    let cookie = ''
    const get = (url: string, headers: Record<string, string> = {}) =>
      server().app.inject({ url, headers: { cookie, ...headers } })

    beforeAll(async () => {
      const { port, host } = server().configuration
      await server().app.listen({ port, host })
      const { location } = (await get('/-/mailbox')).headers
      const proved = await fetch(String(location), { redirect: 'manual' })
      const { pathname, search } = new URL(proved.headers.get('location') ?? '')
      const opened = await get(pathname + search, { accept: 'text/html' })
      expect([opened.statusCode, opened.headers.location]).toEqual([303, '/-/mailbox'])
      expect(opened.headers['set-cookie']).toMatch(/; Path=\/-\/mailbox; HttpOnly; SameSite=Lax$/)
      cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
    })

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
      expect(list.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store, no-transform',
      })
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

    test.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', 'cf-connecting-ip', 'true-client-ip'])(
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

    describe('a request that looks like one from this machine', () => {
      const paths = ['/-/mailbox', '/-/mailbox.json', '/-/mailbox/1795256349735-f5d2d4f0']

      test.each(paths)('gets no emails at %s, but is sent to a port of its own', async (path) => {
        const { status, headers, body } = await sendRaw(server().app, { path })
        expect([status, body]).toEqual([303, ''])
        expect(headers['set-cookie']).toBeUndefined()
        expect(headers.location).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+${path}$`))
        expect(new URL(String(headers.location)).port).not.toBe(String(server().configuration.port))
      })

      test.each(['', 'x', 'a'.repeat(43)])('gets none with the key "%s"', async (key) => {
        const path = `/-/mailbox.json?key=${key}`
        const headers = { cookie: `portico_mailbox=${key}` }
        expect((await sendRaw(server().app, { path, headers })).status).toBe(303)
      })

      test('gets them with a program that follows redirects, under the name that it used', async () => {
        for (const name of ['127.0.0.1', 'localhost']) {
          const response = await fetch(`http://${name}:${server().configuration.port}/-/mailbox.json`)
          expect(response.url).toContain(`http://${name}:`)
          expect(v.is(MailboxSchema, await response.json())).toBe(true)
        }
      })
    })

    describe('the port with the key', () => {
      const findPort = async () =>
        new URL(String((await sendRaw(server().app, { path: '/-/mailbox' })).headers.location)).port

      test.each(['rebound.example', '192.0.2.7', 'a b', '127.0.0.1.example'])(
        'gives it to nobody who uses the name %s',
        async (host) => {
          const port = Number(await findPort())
          const request = { path: '/-/mailbox', headers: { host } }
          const { status, headers } = await sendRaw({ addresses: () => [{ port }] }, request)
          expect([status, headers.location]).toEqual([404, undefined])
        },
      )

      test.each(['//evil.example/', '/\\evil.example', 'http://evil.example/', '/-/mailbox?key=mine', '*'])(
        'sends nobody who asks for %s elsewhere',
        async (path) => {
          const port = Number(await findPort())
          const { headers } = await sendRaw({ addresses: () => [{ port }] }, { path })
          const { host, searchParams } = new URL(String(headers.location))
          expect(host).toBe(`127.0.0.1:${server().configuration.port}`)
          expect(searchParams.getAll('key')).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
        },
      )
    })
  },
  { environment },
)

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
