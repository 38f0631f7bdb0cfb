import { expect, type Page } from '@playwright/test'
import { createAccount, createPerson, toCookieHeader } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { createVisitor } from '../steps/visitor.ts'

const wanted = '/projects/bot-qr/qr?message=a%20b%26c#pairing'

test('a deep link survives sign-in, with its query and hash', async ({ playwright, site, page }) => {
  const ada = createPerson()
  await createAccount(playwright, site.origin, { person: ada, isVerified: true })
  const visitor = createVisitor(page)
  await visitor.opens(wanted)
  // The server does not see the hash, and the browser keeps it.
  const { pathname, search, hash } = new URL(wanted, site.origin)
  await visitor.isAt(`/auth/login?next=${encodeURIComponent(pathname + search)}${hash}`, 'Login')
  await waitForHydrationOf(visitor.heading()) // without a script, the form loses the hash
  await visitor.logsIn(ada.username, ada.password)
  await visitor.isAt(wanted, 'Wa Bot Qr Gen')
})

// Browsers treat a backslash as a slash, drop tabs and resolve dots first. shared/protocol/session/access.test.ts has more.
const elsewhere = [
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  'javascript:alert(document.domain)',
  '/\t/evil.example',
  '///evil.example',
  'https:evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  'data:text/html,<script>alert(1)</script>',
]

test('no ?next= redirects a signed-in visitor to another site', async ({ request, getStorageState }) => {
  const headers = { cookie: toCookieHeader(await getStorageState('signed in')) }
  for (const next of elsewhere) {
    const address = `/auth/login?next=${encodeURIComponent(next)}`
    const response = await request.get(address, { headers, maxRedirects: 0 })
    expect([response.status(), response.headers().location], next).toEqual([303, '/'])
  }
})

test('no ?next= redirects to another site after login', async ({ playwright, site, page }) => {
  const ada = createPerson()
  await createAccount(playwright, site.origin, { person: ada, isVerified: true })
  const visitor = createVisitor(page)
  const requested = recordOrigins(page)
  await visitor.opens(`/auth/login?next=${encodeURIComponent('/\t/\\evil.example')}`)
  await visitor.logsIn(ada.username, ada.password)
  await visitor.isAt('/', 'HomePage')
  expect([...requested]).toEqual([site.origin])
})

function recordOrigins(page: Page): Set<string> {
  const origins = new Set<string>()
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:') origins.add(origin)
  })
  return origins
}
