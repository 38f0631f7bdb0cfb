import { type APIResponse, expect } from '@playwright/test'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { getReleaseFolder, paths } from '@portico/kit/paths.ts'
import { inlineFileAttribute } from '@portico/protocol/release/prerender.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { toCookieHeader, type VisitorState } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import type { Site } from '../site/start-site.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { createVisitor } from '../steps/visitor.ts'

test('every response has a strict policy', async ({ request, site }) => {
  const urls = [
    '/',
    '/about',
    '/no/such-page',
    getShellScript(site),
    '/r/shell/none',
    accountPaths.session,
    paths.discovery,
  ]
  for (const path of [...urls, paths.health, paths.mailbox]) {
    const headers = (await request.get(path)).headers()
    const policy = headers['content-security-policy'] ?? ''
    expect.soft(policy, path).toContain("default-src 'none'")
    expect.soft(policy, path).toContain("frame-ancestors 'none'")
    // The message form opens a chat there before the shell has started.
    const others = policy.replace("form-action 'self' https://api.whatsapp.com;", '')
    expect.soft(others, path).not.toMatch(/unsafe-|\*|https?:/)
    expect.soft(headers['x-content-type-options'], path).toBe('nosniff')
    expect.soft(headers['x-frame-options'], path).toBe('DENY')
    expect.soft(headers['referrer-policy'], path).toBe('same-origin')
    expect.soft(headers['permissions-policy'], path).toContain('camera=()')
    expect.soft(headers['x-powered-by'] ?? headers.server, path).toBeUndefined()
  }
})

test('every script and style sheet of a page has an integrity hash, and Trusted Types refuse text and files of other releases', async ({
  openPageAs,
  consoleErrors,
  site,
}) => {
  consoleErrors.expect(/TrustedHTML/, /policy violation: require-trusted-types-for/)
  const page = await openPageAs('signed in', { reducedMotion: 'reduce' })
  const visitor = createVisitor(page)
  await visitor.opens('/api/text_effect_i')
  await visitor.isAt('/api/text_effect_i', 'Text Effect 1')
  await waitForHydrationOf(visitor.heading()) // before, the browser itself opens the link
  await visitor.followsHeaderLink('About')
  await visitor.isAt('/about', 'About Us')
  // Style sheets load the fonts, and cannot declare a hash; the first page contains its font. The policy has the hash of the inline script.
  const loaded = await page
    .locator('script[src], link[rel=stylesheet], link[rel=preload]:not([as=font])')
    .evaluateAll((all) =>
      all.map((element) => [element.outerHTML, element.getAttribute('integrity')] as const),
    )
  expect(loaded.length).toBeGreaterThan(5)
  for (const [html, integrity] of loaded) expect.soft(integrity, html).toMatch(/^sha256-/)

  // The browser reports a violation only after the task in which it happened.
  const reported = page.waitForEvent('console', (message) => message.text().startsWith('policy violation'))
  const tried = await page.evaluate((file) => {
    const refusal = (add: () => void) => {
      try {
        add()
        return 'added'
      } catch (error) {
        return String(error)
      }
    }
    return [
      refusal(() => {
        document.createElement('script').src = file
      }),
      refusal(() => {
        document.createElement('p').innerHTML = '<b>text</b>'
      }),
    ]
  }, getReleaseFolder('account', 'of-nobody') + getShellScript(site).split('/').at(-1))
  expect(tried[0]).toContain('belongs to no release that this page has requested')
  expect(tried[1]).toContain('TrustedHTML')
  await reported
})

test('the page preloads only what the visitor may see', async ({ request, getStorageState }) => {
  // A prerendered page contains its style sheets and its font.
  const parts = new RegExp(
    `<link rel="preload" as="(?!font)(\\w+)" |<(style) ${inlineFileAttribute}="/r/(?!shell/)`,
    'g',
  )
  const getParts = async (state: VisitorState, path: string) => {
    const headers = { cookie: toCookieHeader(await getStorageState(state)) }
    const response = await request.get(path, { headers })
    const kinds = [...(await response.text()).matchAll(parts)].map(([, preload, inline]) => preload ?? inline)
    return [...new Set(kinds)].toSorted()
  }
  expect(await getParts('signed in', '/about')).toEqual(['script', 'style'])
  expect(await getParts('signed out', '/auth/login')).toEqual(['script', 'style'])
  expect(await getParts('signed out', '/auth/login?next=%2Fabout'), 'not prerendered').toEqual([
    'script',
    'style',
  ])
  expect(await getParts('signed out', '/no/such-page')).toEqual([])
})

test('release files are immutable and compressed', async ({ request, site }) => {
  const bodies = []
  for (const encoding of ['br', 'gzip', 'identity']) {
    const response = await request.get(getShellScript(site), { headers: { 'accept-encoding': encoding } })
    expect(response.headers()['cache-control']).toContain('immutable')
    expect(response.headers()['content-encoding'] ?? 'identity').toBe(encoding)
    bodies.push(await response.text())
  }
  expect(new Set(bodies).size).toBe(1)
})

test('a missing file is a 404 that is not cached', async ({ request, site }) => {
  for (const file of ['none.js', '..%2f..%2fportico.sqlite', 'release.json', '~2/none.js']) {
    const response = await request.get(getShellScript(site).replace(/[^/]+$/, file))
    expect.soft(response.status(), file).toBe(404)
    expect.soft(response.headers()['content-type'], file).toContain('application/problem+json')
    expect.soft(response.headers()['cache-control'] ?? '', file).not.toContain('immutable')
  }
})

test('the page is revalidated every time and sent only if it has changed', async ({ request }) => {
  const first = await request.get('/')
  expect(first.headers()['cache-control']).toBe('private, no-cache, no-transform')
  const again = await revalidate(first)
  expect(again.status()).toBe(304)
  expect((await again.body()).length).toBe(0)
  expect((await request.get('/', { headers: { 'if-none-match': '"another"' } })).status()).toBe(200)

  function revalidate(response: APIResponse): Promise<APIResponse> {
    return request.get('/', { headers: { 'if-none-match': response.headers().etag ?? '' } })
  }
})

test('malformed URLs never cause a server error', async ({ site }) => {
  for (const path of [
    '//',
    '///x',
    '/%',
    '/%ff',
    '/a%00b',
    `/${'x'.repeat(4000)}`,
    '/?q=%',
    '/r/',
    '/r//x/y',
  ]) {
    const { status } = await fetch(site.origin + path)
    expect.soft(status, path).toBeLessThan(500)
  }
})

/** Returns the URL of a script of the shell. */
function getShellScript({ releases: { shell } }: Site): string {
  if (shell === null) throw new Error('The site has no shell.')
  return `${getReleaseFolder('shell', getReleaseId(shell))}${shell.js[0]?.file}`
}
