import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { OwnerContent } from '@portico/kit/content/content.ts'
import { createContent } from '@portico/kit/content/create-content.ts'
import { paths } from '@portico/kit/paths.ts'
import { writeMark as mark } from '@portico/kit/site/write-mark.ts'
import { hostileContent, hostileSources, hostileText } from '@portico/kit/testing/hostile-content.ts'
import { type PageData, PageDataSchema, pageDataId } from '@portico/protocol/discovery/discovery-document.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPrerenderedSite } from '../../testing/prerendered-site.ts'
import { signUpAndVerify } from '../../testing/sign-up.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { TestServer } from '../../testing/test-server.ts'

const access = 'private' as const
const pages = [
  { path: '/', title: 'HomePage', content: { others: { from: 'others' } } },
  { path: '/work/:name', access, title: 'Project', content: { project: { from: 'projects.:name' } } },
  { path: '/plain/:name', access, title: 'Plain', content: { project: { from: 'projects.:name' } } },
  { path: '/start', title: 'Start', content: { sample: { from: 'sample' } } },
]
const project = '/work/:name'
const name = mark('page.projects.:name.name')
const html = {
  '/': {
    'signed-out': `<p>${mark('*page.others')}${mark('page.others.*.slug')} ${mark(':')}${mark('/')}</p>`,
  },
  [project]: {
    'signed-in': `<h1 title="${name}">${name}</h1><div>${mark('page.projects.:name.context|html')}</div>`,
  },
}
const metadata = [
  {
    path: project,
    head: {
      address: `/work/${mark('page.projects.:name.slug')}`,
      title: name,
      description: `About ${name}`,
      image: mark('page.projects.:name.preview'),
      jsonLd: [{ '@type': 'CreativeWork', keywords: [mark('page.projects.:name.tags.*')] }],
    },
  },
  { path: '/start', head: { address: '/start', description: `${mark('page.sample.left')}` } },
]

let database: TestDatabase
let server: TestServer
let time = 1_000
beforeEach(async () => {
  database = await createTestDatabase()
  write(hostileContent)
  server = await startPrerenderedSite(database, { pages, html, metadata })
})
afterEach(async () => {
  vi.useRealTimers()
  await server.stop()
  await database.remove()
})

/** Builds the content of the site, as `npm start` does. */
function write(content: OwnerContent): void {
  const folder = join(database.dataDir, 'content')
  mkdirSync(join(folder, 'media'), { recursive: true })
  writeFileSync(join(folder, 'media', 'a-400.webp'), 'an image')
  writeFileSync(join(folder, 'content.json'), JSON.stringify(content))
  time += 1
  utimesSync(join(folder, 'content.json'), time, time)
}

/** The cookie of a signed-in visitor. */
const signIn = async () => (await signUpAndVerify(server)).visitor.cookieHeader()

/** A page as a visitor gets it. */
async function open(url: string, cookie = '') {
  const { body, statusCode, headers } = await server.app.inject({ url, headers: { cookie } })
  const [, text = ''] = new RegExp(`id="${pageDataId}">(.*?)</script>`, 's').exec(body) ?? []
  const data: PageData | null = text === '' ? null : v.parse(PageDataSchema, JSON.parse(text))
  const [, root = ''] = /<div id="root"[^>]*>(.*)<\/div>/s.exec(body) ?? []
  return { status: statusCode, body, data, root, location: headers.location, etag: headers.etag }
}

test('a page shows the content of its site, and has what it shows in its data', async () => {
  const { root, data } = await open('/')
  expect(root).toContain('<p>p-5 p-4 p-3 </p>')
  expect(data?.content?.page).toMatchObject({ parameters: {}, value: { others: [{ slug: 'p-5' }, {}, {}] } })
  const listed = data?.remotes.flatMap(({ release }) => release.pages.map(({ path }) => path))
  expect(listed).toContain('/start')
})

test('one page of a release is the page of every project, escaped in each place', async () => {
  const cookie = await signIn()
  const { root, body, data, status } = await open('/work/p-0', cookie)
  expect(status).toBe(200)
  expect(root).toContain('&lt;/script&gt;&lt;script&gt;alert(1)')
  expect(root).not.toMatch(/<script>|<b>|<template/)
  expect(data?.content?.page).toMatchObject({
    parameters: { name: 'p-0' },
    value: { project: { name: hostileText } },
  })
  // The page's own scripts, and the JSON.
  expect(body.match(/<script/g)).toHaveLength(body.match(/<\/script>/g)?.length ?? 0)
  expect(body).not.toContain('<script>alert')
  expect(body).toContain(
    `<meta property="og:image" content="https://localhost/-/content/media/open-graph-0.png">`,
  )
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? []
  expect(JSON.parse(json)['@graph'].at(-1).keywords).toEqual(hostileContent.projects[0]?.tags)
})

test('a project that does not exist is Page Not Found, also where the metadata lists none', async () => {
  const cookie = await signIn()
  expect((await open('/work/p-9', cookie)).status).toBe(404)
  expect((await open('/plain/p-0', cookie)).status).toBe(200)
  expect((await open('/plain/constructor', cookie)).status).toBe(404)
})

test('nobody gets content of a page that they may not open', async () => {
  const signedOut = await open('/work/p-0')
  expect([signedOut.status, signedOut.location]).toEqual([303, '/auth/login?next=%2Fwork%2Fp-0'])
  const { body, data } = await open('/work/p-9')
  expect(data?.content?.page).toBeUndefined()
  expect(body).not.toContain('alert(1)')
})

test('content that is built again shows without a restart, and with it the pages that exist', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const before = await open('/')
  expect((await open('/start')).body).toContain('1 file left')
  write(createContent({ ...hostileSources, projects: hostileSources.projects.slice(0, 4), files: [] }))
  vi.advanceTimersByTime(1_000)
  const after = await open('/')
  expect(after.root).toContain('<p>p-3 </p>')
  expect(after.etag).not.toBe(before.etag)
  expect(after.data?.content?.address).not.toBe(before.data?.content?.address)
  expect((await open('/start')).status).toBe(404)
  const listed = after.data?.remotes.flatMap(({ release }) => release.pages.map(({ path }) => path))
  expect(listed).not.toContain('/start')
  const { matches } = (await server.app.inject(`${paths.closeMatches}?path=/stort`)).json()
  expect(matches).toEqual([])
  expect((await server.app.inject(paths.sitemap)).body).not.toContain('/start')
})

test('the content file and images are immutable, and a page of an earlier build gets the current content', async () => {
  const address = (await open('/')).data?.content?.address ?? ''
  const file = await server.app.inject({ url: address, headers: { 'accept-encoding': 'br' } })
  expect(JSON.parse(brotliDecompressSync(file.rawPayload).toString())).toEqual(hostileContent)
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(file.headers['content-security-policy']).toContain("default-src 'none'")
  const other = await server.app.inject(`${paths.content}/another.json`)
  expect(other.json()).toEqual(hostileContent)
  expect(other.headers['cache-control']).toBe('no-store')
  const image = await server.app.inject(`${paths.content}/media/a-400.webp`)
  expect([image.body, image.headers['content-type']]).toEqual(['an image', 'image/webp'])
  expect(image.headers['cache-control']).toContain('immutable')
  for (const path of [
    'content.html',
    '..%2fcontent.json',
    'media/..%2fcontent.json',
    'media/a.svg',
    'media/b.webp',
  ])
    expect((await server.app.inject(`${paths.content}/${path}`)).statusCode, path).toBe(404)
})

test('search engines may read images, and nothing else of the server', async () => {
  const { body } = await server.app.inject(paths.robots)
  expect(body).toContain('Disallow: /-/\nAllow: /-/content/\n')
})
