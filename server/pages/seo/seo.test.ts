import type { PageMetadataList } from '@portico/shared/release/page-metadata.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { owner, startPrerenderedSite } from '../../testing/prerendered-site.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { TestServer } from '../../testing/test-server.ts'

const hostile = '"><script>alert(1)</script>'
const metadata: PageMetadataList = [
  { path: '/home', head: { address: '/home', canonical: '/', description: hostile } },
  { path: '/posts/:name', head: { address: '/posts/one', title: 'The first' } },
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
let place: TestDatabase
let server: TestServer

beforeAll(async () => {
  place = await createTestDatabase()
  server = await startPrerenderedSite(place, {
    metadata,
    html: {},
    pages: [
      { path: '/', title: 'HomePage' },
      { path: '/home', title: 'HomePage' },
      { path: '/posts/:name', title: 'Post' },
      { path: '/work', access: 'private', title: 'Work', summary: 'What was made.' },
      { path: '/work/:name', access: 'private', title: 'One work' },
      { path: '/auth/login', access: 'auth', title: 'Login' },
    ],
  })
})
afterAll(async () => {
  await server.stop()
  await place.remove()
})

const get = (url: string) => server.app.inject({ url })
async function factsOf(url: string) {
  const { body } = await get(url)
  const one = (pattern: RegExp) => pattern.exec(body)?.[1] ?? null
  const json = one(/<script type="application\/ld\+json">(.*?)<\/script>/s)
  return {
    body,
    title: one(/<title>(.*?) \| Your Name<\/title>/),
    description: one(/<meta name="description" content="(.*?)">/),
    canonical: one(/<link rel="canonical" href="(.*?)">/),
    robots: one(/<meta name="robots" content="(.*?)">/),
    graph: json === null ? null : JSON.parse(json)['@graph'],
  }
}

describe('what is told of a page', () => {
  test.each([
    ['/', 'HomePage', 'https://ada.example/'],
    ['/?a=b', 'HomePage', 'https://ada.example/'],
    ['/home', 'HomePage', 'https://ada.example/'],
    ['/HOME/', 'HomePage', 'https://ada.example/'],
    ['/posts/one', 'The first', 'https://ada.example/posts/one'],
    ['/posts/ONE', 'The first', 'https://ada.example/posts/one'],
    ['/posts/another', 'Post', null],
    ['/work/%C3%BC', 'Ü', 'https://ada.example/work/%C3%BC'],
    ['/work', 'Work', 'https://ada.example/work'],
    ['/no/such/page', 'Page Not Found', null],
  ])('%s has the title %s and the address %s', async (url, title, canonical) => {
    expect(await factsOf(url)).toMatchObject({ title, canonical })
  })

  test('the description is that of the address, else of the manifest, else of the owner', async () => {
    expect((await factsOf('/work')).description).toBe('What was made.')
    expect((await factsOf('/posts/one')).description).toBe(owner.headline)
    const { body, description } = await factsOf('/home')
    expect(description).toContain('&#34;&#62;&#60;script&#62;')
    expect(body).not.toContain('<script>')
  })

  test('pages that nobody looks for ask not to be kept', async () => {
    const asked = ['/', '/work', '/auth/login', '/no/such/page']
    const robots = await Promise.all(asked.map(async (url) => (await factsOf(url)).robots))
    expect(robots).toEqual([null, null, 'noindex', 'noindex'])
  })

  test('a preview of the home page is titled with the name of the site', async () => {
    expect((await get('/home')).body).toContain('<meta property="og:title" content="Your Name">')
    expect((await get('/work')).body).toContain('<meta property="og:title" content="Work">')
  })

  test('the image for previews is named with its whole address and its size', async () => {
    const { body } = await get('/work')
    expect(body).toContain(
      '<meta property="og:image" content="https://ada.example/r/shell/1.0.0-0a1b2c3d/prerendered/open-graph.png">',
    )
    expect(body).toContain('<meta property="og:image:width" content="1200">')
    expect((await get('/r/shell/1.0.0-0a1b2c3d/prerendered/open-graph.png')).headers['content-type']).toBe(
      'image/png',
    )
  })
})

test('a page with an image of its own is shown by that', async () => {
  const { body } = await get('/work/%C3%BC')
  expect(body).toMatch(
    /<meta property="og:image" content="https:\/\/ada\.example\/r\/[a-z]+\/1\.0\.0-[0-9a-f]{8}\/prerendered\/open-graph-2\.png">/,
  )
  expect(body).toContain('<meta property="og:image:alt" content="Ü: Your Name">')
})

describe('the structured data', () => {
  test('of the home page name the site', async () => {
    expect((await factsOf('/')).graph).toEqual([
      expect.objectContaining({ '@type': 'WebSite', name: 'Your Name', url: 'https://ada.example/' }),
    ])
  })

  test('of another page say the way to it, and what its remote tells, with whole addresses', async () => {
    const crumb = (position: number, name: string, path: string) => ({
      '@type': 'ListItem',
      position,
      name,
      item: `https://ada.example${path}`,
    })
    expect((await factsOf('/work/ü')).graph).toEqual([
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          crumb(1, 'Your Name', '/'),
          crumb(2, 'Work', '/work'),
          crumb(3, 'Ü', '/work/%C3%BC'),
        ],
      },
      { '@type': 'CreativeWork', url: 'https://ada.example/work/%C3%BC', name: hostile },
    ])
  })

  test('are left out where there is nothing to tell', async () => {
    expect((await factsOf('/posts/another')).graph).toBeNull()
    expect((await factsOf('/no/such/page')).graph).toBeNull()
  })
})

test('the sitemap lists every address of the open pages, and no other', async () => {
  const { headers, body } = await get('/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect([...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc)).toEqual([
    'https://ada.example/',
    'https://ada.example/posts/one',
  ])
})

test('robots.txt names the sitemap, and closes the calls of the server', async () => {
  const { headers, body } = await get('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toBe('User-agent: *\nDisallow: /-/\nSitemap: https://ada.example/sitemap.xml\n')
})
