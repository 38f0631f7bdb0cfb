import type { PageMetadataList } from '@portico/kit/contract/page-metadata.ts'
import { writeMark } from '@portico/kit/site/write-mark.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { owner, startPrerenderedSite } from '../../testing/prerendered-site.ts'
import { signUpAndVerify } from '../../testing/sign-up.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { TestServer } from '../../testing/test-server.ts'

const hostile = '"><script>alert(1)</script>'
const metadata: PageMetadataList = [
  { path: '/home', head: { address: '/home', canonical: '/', description: hostile } },
  {
    path: '/posts/:name',
    head: {
      address: '/posts/one',
      title: 'The first',
      jsonLd: [
        {
          '@type': 'Person',
          name: `I am ${writeMark('name')}`,
          knowsAbout: [writeMark('skills.*'), 'Engines'],
          address: writeMark('location'),
          url: [writeMark('apiBase')],
        },
      ],
    },
  },
  { path: '/auth/login', head: { address: '/auth/login?forgot', title: 'Reset Password' } },
  {
    path: '/work/:name',
    image: 'prerendered/open-graph-2.png',
    head: {
      address: '/work/ü',
      title: 'Ü',
      jsonLd: [{ '@type': 'CreativeWork', url: '/work/ü', name: hostile }],
    },
  },
]
let database: TestDatabase
let server: TestServer
let signedIn: string

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startPrerenderedSite(database, {
    metadata,
    listed: ['/work/:name', '/talks/:name'],
    html: {},
    pages: [
      { path: '/', title: 'HomePage' },
      { path: '/home', title: 'HomePage' },
      { path: '/posts/:name', title: 'Post' },
      { path: '/work', access: 'private', title: 'Work', summary: 'What was made.' },
      { path: '/work/:name', access: 'private', title: 'One work' },
      { path: '/talks/:name', access: 'private', title: 'Talk' },
      { path: '/auth/login', access: 'auth', title: 'Login' },
    ],
  })
  signedIn = (await signUpAndVerify(server)).visitor.cookieHeader()
})
afterAll(async () => {
  await server.stop()
  await database.remove()
})

const get = (url: string, headers: Record<string, string> = { cookie: signedIn }) =>
  server.app.inject({ url, headers: url.startsWith('/auth') ? {} : headers })
async function fetchMetadata(url: string) {
  const { body } = await get(url)
  const find = (pattern: RegExp) => pattern.exec(body)?.[1] ?? null
  const json = find(/<script type="application\/ld\+json">(.*?)<\/script>/s)
  return {
    body,
    title: find(new RegExp(`<title>(.*?) \\| ${owner.name}</title>`)),
    description: find(/<meta name="description" content="(.*?)">/),
    canonical: find(/<link rel="canonical" href="(.*?)">/),
    robots: find(/<meta name="robots" content="(.*?)">/),
    graph: json === null ? null : JSON.parse(json)['@graph'],
  }
}

describe('page metadata', () => {
  test.each([
    ['/', 'HomePage', 'https://localhost/'],
    ['/?a=b', 'HomePage', 'https://localhost/'],
    ['/home', 'HomePage', 'https://localhost/'],
    ['/HOME/', 'HomePage', 'https://localhost/'],
    ['/posts/one', 'The first', 'https://localhost/posts/one'],
    ['/posts/ONE', 'The first', 'https://localhost/posts/one'],
    ['/posts/another', 'Post', null],
    ['/work/%C3%BC', 'Ü', 'https://localhost/work/%C3%BC'],
    ['/work', 'Work', 'https://localhost/work'],
    ['/auth/login', 'Login', 'https://localhost/auth/login'],
    ['/auth/login?next=%2F&forgot=', 'Reset Password', 'https://localhost/auth/login'],
    ['/auth/login?forgot', 'Reset Password', 'https://localhost/auth/login'],
    ['/auth/login?forgotten&a=?forgot', 'Login', 'https://localhost/auth/login'],
    ['/no/such/page', 'Page Not Found', null],
  ])('%s has the title %s and the canonical URL %s', async (url, title, canonical) => {
    expect(await fetchMetadata(url)).toMatchObject({ title, canonical })
  })

  test('the description comes from the page, the manifest or the owner, in this order', async () => {
    expect((await fetchMetadata('/work')).description).toBe('What was made.')
    expect((await fetchMetadata('/posts/one')).description).toBe(owner.headline)
    const { body, description } = await fetchMetadata('/home')
    expect(description).toContain('&#34;&#62;&#60;script&#62;')
    expect(body).not.toContain('<script>alert')
  })

  test('pages that are not worth finding are not indexed', async () => {
    const addresses = ['/', '/work', '/auth/login', '/no/such/page']
    const robots = await Promise.all(addresses.map(async (url) => (await fetchMetadata(url)).robots))
    expect(robots).toEqual([null, null, 'noindex', 'noindex'])
  })

  test('the Open Graph title of the home page is the name of the site', async () => {
    expect((await get('/home')).body).toContain(`<meta property="og:title" content="${owner.name}">`)
    expect((await get('/work')).body).toContain('<meta property="og:title" content="Work">')
  })

  test('the Open Graph image has an absolute URL and a size', async () => {
    const { body } = await get('/work')
    const [, address = ''] =
      /<meta property="og:image" content="https:\/\/localhost(\/open-graph\.png\?v=[0-9a-f]{8})">/.exec(
        body,
      ) ?? []
    expect(body).toContain('<meta property="og:image:width" content="1200">')
    const image = await get(address)
    expect([image.headers['content-type'], image.body]).toEqual(['image/png', 'an image'])
  })
})

test('a page with its own image uses it as the Open Graph image', async () => {
  const { body } = await get('/work/%C3%BC')
  expect(body).toMatch(
    /<meta property="og:image" content="https:\/\/localhost\/r\/[a-z]+\/1\.0\.0-[0-9a-f]{8}\/prerendered\/open-graph-2\.png">/,
  )
  expect(body).toContain(`<meta property="og:image:alt" content="Ü: ${owner.name}">`)
})

test('a link to a private page leads to the sign-in, whose preview shows the page', async () => {
  const { headers } = await get('/work/%C3%BC', {})
  expect(headers.location).toBe('/auth/login?next=%2Fwork%2F%25C3%25BC')
  const { title, canonical, robots, body } = await fetchMetadata(String(headers.location))
  expect([title, canonical, robots]).toEqual(['Login', 'https://localhost/auth/login', 'noindex'])
  expect(body).toContain('<meta property="og:title" content="Ü">')
  expect(body).toContain('<meta property="og:url" content="https://localhost/work/%C3%BC">')
  expect(body).toContain(`<meta property="og:image:alt" content="Ü: ${owner.name}">`)
})

test.each([
  ['/work/ü', 200],
  ['/WORK/%C3%BC/?a=b', 200],
  ['/work/Ü', 404],
  ['/work/another', 404],
  ['/talks/any', 404],
  ['/posts/another', 200],
  ['/work', 200],
] as const)('%s has the status %i: a page that lists its addresses has no others', async (url, status) => {
  const { statusCode, body } = await get(url)
  expect([statusCode, body.includes('<title>Page Not Found')]).toEqual([status, status === 404])
})

describe('structured data', () => {
  test('the structured data of the home page names the site', async () => {
    expect((await fetchMetadata('/')).graph).toEqual([
      expect.objectContaining({ '@type': 'WebSite', name: owner.name, url: 'https://localhost/' }),
    ])
  })

  test('other pages have breadcrumbs and the data of their remote, with absolute URLs', async () => {
    const createItem = (position: number, name: string, path: string) => ({
      '@type': 'ListItem',
      position,
      name,
      item: `https://localhost${path}`,
    })
    expect((await fetchMetadata('/work/ü')).graph).toEqual([
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          createItem(1, owner.name, '/'),
          createItem(2, 'Work', '/work'),
          createItem(3, 'Ü', '/work/%C3%BC'),
        ],
      },
      { '@type': 'CreativeWork', url: 'https://localhost/work/%C3%BC', name: hostile },
    ])
  })

  test('structured data has the values of the owner, and leaves out what they don’t have', async () => {
    expect((await fetchMetadata('/posts/one')).graph?.at(-1)).toEqual({
      '@type': 'Person',
      name: `I am ${owner.name}`,
      knowsAbout: [...owner.skills, 'Engines'],
      address: owner.location,
      url: [],
    })
  })

  test('pages without structured data have no script for it', async () => {
    expect((await fetchMetadata('/posts/another')).graph).toBeNull()
    expect((await fetchMetadata('/no/such/page')).graph).toBeNull()
  })
})

test('the sitemap lists every address of the open pages and no others', async () => {
  const { headers, body } = await get('/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect([...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc)).toEqual([
    'https://localhost/',
    'https://localhost/posts/one',
  ])
})

test('robots.txt names the sitemap and disallows the server’s API', async () => {
  const { headers, body } = await get('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toBe(
    'User-agent: *\nDisallow: /-/\nAllow: /-/content/\nSitemap: https://localhost/sitemap.xml\n',
  )
})
