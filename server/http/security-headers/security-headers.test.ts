import { accountPaths } from '@portico/kit/account/account-paths.ts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createSecurityHeaders, setSecurityHeaders } from './security-headers.ts'

const paths = ['/-/health', '/', '/-/nothing', '/r/shell/none/none.js', '/-/mailbox']

describeWithServer('security headers', (server) => {
  test.each(paths)('every response of %s has the security headers', async (url) => {
    const { headers } = await server().app.inject({ url })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'(?: 'sha256-[^']+')?; style-src 'self';/,
    )
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers).not.toHaveProperty('strict-transport-security')
  })
})

describeWithServer(
  'a site over HTTPS',
  (server) => {
    test('browsers are told to use HTTPS only, and cookies are secure', async () => {
      const { headers } = await server().app.inject({ url: '/-/health' })
      expect(headers['strict-transport-security']).toBe('max-age=31536000')
      const account = { username: 'secure', email: 'secure@example.com', password: 'correct horse battery' }
      const response = await server().app.inject({
        method: 'POST',
        url: '/-/account/sign-up',
        payload: account,
        headers: { origin: 'https://portico.example' },
      })
      const strict = { secure: true, httpOnly: true, sameSite: 'Lax', path: '/' }
      expect(response.cookies).toMatchObject([{ name: '__Host-portico.session_token', ...strict }])
      expect(response.cookies[0]).not.toHaveProperty('domain')
      const cookie = `__Host-portico.session_token=${response.cookies[0]?.value}`
      const read = (sent: string) =>
        server().app.inject({ url: accountPaths.session, headers: { cookie: sent } })
      expect((await read(cookie)).json().visitor).toMatchObject({ username: 'secure' })
      // Another host of the domain could have set these.
      for (const planted of [cookie.slice('__Host-'.length), cookie.replace('__Host-', '__Secure-')])
        expect((await read(planted)).json().visitor).toBeNull()
    })
  },
  {
    environment: async () => ({
      PUBLIC_URL: 'https://portico.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'portico@portico.example',
    }),
  },
)

test('pages can connect and send forms only to the given origins', async () => {
  const app = Fastify()
  const publicUrl = 'https://portico.example'
  const getConnectOrigins = () => ['https://bots.example', 'https://api.example:8443']
  setSecurityHeaders(
    app,
    createSecurityHeaders({
      publicUrl,
      getConnectOrigins,
      getFormOrigins: () => ['https://api.example:8443'],
    }),
  )
  app.get('/', async () => 'page')
  const { headers } = await app.inject({ url: '/' })
  expect(String(headers['content-security-policy']).split('; ')).toEqual(
    expect.arrayContaining([
      "connect-src 'self' https://bots.example https://api.example:8443",
      "form-action 'self' https://api.whatsapp.com https://api.example:8443",
    ]),
  )
  await app.close()
})
