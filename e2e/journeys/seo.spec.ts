import { type APIRequestContext, expect } from '@playwright/test'
import { openGraphImageSize } from '@portico/protocol/release/prerender.ts'
import * as v from 'valibot'
import { toCookieHeader } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { readOwner } from '../site/owner.ts'
import { toAddress } from '../site/released-pages.ts'

const owner = readOwner()
const GraphSchema = v.object({
  '@context': v.literal('https://schema.org'),
  '@graph': v.array(v.looseObject({ '@type': v.string() })),
})

/** What a crawler that runs no scripts reads at a URL. */
async function readMetadata(request: APIRequestContext, address: string, headers: { cookie?: string } = {}) {
  const html = await (await request.get(address, { headers })).text()
  const find = (pattern: RegExp) => pattern.exec(html)?.[1] ?? null
  const json = find(/<script type="application\/ld\+json">(.*?)<\/script>/s)
  return {
    title: find(/<title>(.*?)<\/title>/),
    description: find(/<meta name="description" content="(.*?)">/),
    canonical: find(/<link rel="canonical" href="(.*?)">/),
    robots: find(/<meta name="robots" content="(.*?)">/),
    og: (name: string) => find(new RegExp(`<meta property="og:${name}" content="(.*?)">`)),
    jsonLd: json === null ? [] : v.parse(GraphSchema, JSON.parse(json))['@graph'],
  }
}

test('the home page has one canonical URL and describes its owner', async ({ request, site }) => {
  for (const address of ['/', '/home']) {
    const page = await readMetadata(request, address)
    expect(page.canonical).toBe(`${site.origin}/`)
    expect(page.og('url')).toBe(`${site.origin}/`)
    expect(page.description).toContain(owner.headline)
    expect(page.jsonLd.map((thing) => thing['@type'])).toEqual(['WebSite', 'ProfilePage'])
    expect(page.jsonLd[1]?.mainEntity).toMatchObject({
      '@type': 'Person',
      name: owner.name,
      url: `${site.origin}/`,
      sameAs: Object.values(owner.social),
    })
  }
})

/** Who may see the pages of each access group. */
const visitors = {
  open: 'signed out',
  auth: 'signed out',
  verify: 'unverified',
  logout: 'signed in',
  private: 'signed in',
} as const

test('every page has a title, a description and a canonical URL', async ({
  request,
  getStorageState,
  site,
}) => {
  const pages = Object.values(site.releases.remotes).flatMap(({ stable }) => stable.pages)
  for (const { path, access } of pages) {
    const address = toAddress(path)
    const cookie = toCookieHeader(await getStorageState(visitors[access]))
    const page = await readMetadata(request, address, { cookie })
    expect.soft(page.title, address).toMatch(/\S \| Ada Example$/)
    expect.soft(page.description, address).toMatch(/\S/)
    // The home page has two paths; search engines never keep the first-run page.
    if (!['/home', '/first-run'].includes(path))
      expect.soft(page.canonical, address).toBe(site.origin + address)
    const isIndexed = access === 'open' || access === 'private'
    expect.soft(page.robots, address).toBe(isIndexed ? null : 'noindex')
  }
})

test('a link to a private page is redirected to the sign-in, and its preview shows the page', async ({
  request,
}) => {
  const response = await request.get('/projects/bot-qr', { maxRedirects: 0 })
  expect([response.status(), response.headers().location, await response.text()]).toEqual([
    303,
    '/auth/login?next=%2Fprojects%2Fbot-qr',
    '',
  ])
  const page = await readMetadata(request, '/projects/bot-qr')
  expect([page.title, page.robots]).toEqual([`Login | ${owner.name}`, 'noindex'])
  expect(page.og('title')).toBe('Bot QR')
  expect(page.og('image:alt')).toBe(`Bot QR: ${owner.name}`)
})

test("a case study has its project's title and breadcrumbs", async ({ request, getStorageState, site }) => {
  const cookie = toCookieHeader(await getStorageState('signed in'))
  const page = await readMetadata(request, '/projects/bot-qr', { cookie })
  expect(page.title).toBe(`Bot QR | ${owner.name}`)
  expect(page.og('title')).toBe('Bot QR')
  expect(page.jsonLd).toMatchObject([
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: owner.name, item: `${site.origin}/` },
        { position: 2, name: 'Projects', item: `${site.origin}/projects` },
        { position: 3, name: 'Bot QR', item: `${site.origin}/projects/bot-qr` },
      ],
    },
    { '@type': 'CreativeWork', name: 'Bot QR', url: `${site.origin}/projects/bot-qr` },
  ])
})

test('each open page has its own Open Graph image of the declared size', async ({ request }) => {
  const addresses = ['/', '/about', '/projects', '/projects/bot-qr', '/contact', '/api', '/auth/login']
  const images = new Map<string, string>()
  for (const address of addresses) {
    const page = await readMetadata(request, address)
    expect([page.og('image:width'), page.og('image:height')]).toEqual(['1200', '630'])
    expect(page.og('image:alt')).toContain(owner.name)
    const response = await request.get(page.og('image') ?? '')
    expect(response.headers()['content-type']).toBe('image/png')
    const bytes = await response.body()
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    // A PNG begins with its header: width and height, each four bytes.
    expect({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }).toEqual(openGraphImageSize)
    images.set(address, bytes.toString('base64'))
  }
  expect(images.get('/auth/login')).toBe(images.get('/'))
  expect(new Set(images.values()).size).toBe(addresses.length - 1)
})

test('the sitemap lists each open page once, and robots.txt links to it', async ({ request, site }) => {
  const robots = await request.get('/robots.txt')
  expect(robots.headers()['content-type']).toContain('text/plain')
  expect(await robots.text()).toContain(`Sitemap: ${site.origin}/sitemap.xml`)
  const sitemap = await request.get('/sitemap.xml')
  expect(sitemap.headers()['content-type']).toContain('application/xml')
  expect([...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc)).toEqual([
    `${site.origin}/`,
  ])
})

for (const address of [
  '/no/such/page',
  '/projects/no-such-project',
  '/projects/no-such-bot/qr',
  '/api/unknown',
]) {
  test(`${address} has the status 404 and is not indexed`, async ({ request }) => {
    expect((await request.get(address)).status()).toBe(404)
    const page = await readMetadata(request, address)
    expect(page.title).toBe(`Page Not Found | ${owner.name}`)
    expect([page.robots, page.canonical, page.jsonLd]).toEqual(['noindex', null, []])
  })
}
