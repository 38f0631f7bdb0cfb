import { expect, type Page } from '@playwright/test'
import { createAccount, createPerson } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { createVisitor } from '../steps/visitor.ts'

const wanted = [
  { address: '/api/text_effect_i?from=mail&q=a%20b%26c', title: 'Text Effect 1' },
  { address: '/projects/bot-qr/qr?message=hi#pairing', title: 'Wa Bot Qr Gen' },
  { address: '/profile/update', title: 'Update Profile' },
]

for (const { address, title } of wanted) {
  test(`the deep link ${address} survives sign-in`, async ({ playwright, site, page }) => {
    const ada = createPerson()
    await createAccount(playwright, site.origin, { person: ada, isVerified: true })
    const visitor = createVisitor(page)
    await visitor.opens(address)
    // The server does not see the hash, and the browser keeps it.
    const { pathname, search, hash } = new URL(address, site.origin)
    await visitor.isAt(`/auth/login?next=${encodeURIComponent(pathname + search)}${hash}`, 'Login')
    await visitor.logsIn(ada.username, ada.password)
    await visitor.isAt(address, title)
  })
}

test('an unknown URL leads to Page Not Found after login', async ({
  playwright,
  site,
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 404 .*\/no\/such-page/)
  const ada = createPerson()
  await createAccount(playwright, site.origin, { person: ada, isVerified: true })
  const visitor = createVisitor(page)
  await visitor.opens('/no/such-page')
  await visitor.isAt('/auth/login?next=%2Fno%2Fsuch-page', 'Login')
  await visitor.logsIn(ada.username, ada.password)
  await visitor.isAt('/no/such-page', 'Page Not Found')
  await expect(visitor.heading()).toHaveText('Page Not Found')
})

// Browsers treat a backslash as a slash, drop tabs and resolve dots first.
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
const loginsPerMinute = 5 // the server allows no more for one account

test('no ?next= redirects a signed-in visitor to another site', async ({ site, openPageAs }) => {
  const page = await openPageAs('signed in')
  const requested = recordOrigins(page)
  for (const next of elsewhere) {
    await createVisitor(page).opens(`/auth/login?next=${encodeURIComponent(next)}`)
    await createVisitor(page).isAt('/', 'HomePage')
  }
  expect([...requested]).toEqual([site.origin])
})

test('no ?next= redirects to another site after login', async ({ playwright, site, page }) => {
  test.slow() // five logins
  const ada = createPerson()
  await createAccount(playwright, site.origin, { person: ada, isVerified: true })
  const visitor = createVisitor(page)
  const requested = recordOrigins(page)
  for (const next of elsewhere.slice(0, loginsPerMinute)) {
    await visitor.opens(`/auth/login?next=${encodeURIComponent(next)}`)
    await visitor.logsIn(ada.username, ada.password)
    await visitor.isAt('/', 'HomePage')
    await visitor.logsOut()
    await visitor.isAt('/auth/login', 'Login')
  }
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
