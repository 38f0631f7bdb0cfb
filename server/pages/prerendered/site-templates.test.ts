import type { Site } from '@portico/kit/site/site.ts'
import { writeMark } from '@portico/kit/site/write-mark.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { owner, startPrerenderedSite } from '../../testing/prerendered-site.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { TestServer } from '../../testing/test-server.ts'

const pages = [{ path: '/', title: 'HomePage' }] as const
let database: TestDatabase
let server: TestServer | undefined

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  vi.useRealTimers()
  await server?.stop()
  server = undefined
  await database.remove()
})

/** Serves a page and a layout with this HTML to a visitor. */
async function open(html: string, { site = owner, about = '' }: { site?: Site; about?: string } = {}) {
  await server?.stop()
  const parts = { pages, html: { '/': { 'signed-out': html } }, about }
  server = await startPrerenderedSite(database, parts, site)
  return request()
}

async function request(sent: Readonly<Record<string, string>> = {}) {
  const { body, headers } = (await server?.app.inject({ url: '/', headers: sent })) ?? {
    body: '',
    headers: {},
  }
  const [, root = ''] = /<div id="root"[^>]*>(.*)<\/div>/s.exec(body) ?? []
  return { root, body, etag: headers.etag, policy: headers['content-security-policy'] }
}

const greeting = `<h1 title="${writeMark('name')}">I’m ${writeMark('name')}</h1>`
const eve: Site = { ...owner, name: 'Eve' }

test('the same release shows the values of each site’s owner, in the page and in its layout', async () => {
  const about = `<p>${writeMark('headline')}</p>`
  const ofOwner = await open(greeting, { about })
  expect(ofOwner.root).toContain(`<h1 title="${owner.name}">I’m ${owner.name}</h1>`)
  expect(ofOwner.root).toContain(`<p>${owner.headline}</p>`)
  const ofEve = await open(greeting, { about, site: eve })
  expect(ofEve.root).toContain('<h1 title="Eve">I’m Eve</h1>')
  expect(ofEve.etag).not.toBe(ofOwner.etag)
  expect(ofEve.policy).toBe(ofOwner.policy)
})

test('values are escaped, and never read as marks', async () => {
  const name = `</div><script>"'&${writeMark('news')}$&`
  const { root } = await open(greeting, { site: { ...owner, name } })
  const escaped = `&lt;/div&gt;&lt;script&gt;&quot;&#x27;&amp;${writeMark('news')}$&amp;`
  expect(root).toContain(`<h1 title="${escaped}">I’m ${escaped}</h1>`)
})

test('a page shows the address of PUBLIC_URL, whatever host a request names', async () => {
  const publicUrl = 'https://localhost' // of every test server
  const first = await open(`<p>${writeMark('publicUrl')} ${writeMark('apiBase|baseUrl')}</p>`)
  expect(first.root).toContain(`<p>${publicUrl} ${publicUrl}/-/sandbox/</p>`)
  expect(first.body).toContain(` data-public-url="${publicUrl}"`)
  const hostile = await request({ host: 'evil.example', 'x-forwarded-host': 'evil.example' })
  expect(hostile.body).toBe(first.body)
})

test('the year is the current one, from the first second of a new year', async () => {
  vi.useFakeTimers({ now: new Date(2026, 11, 31, 23, 59), toFake: ['Date'] })
  const before = await open(`<p>© ${writeMark('year')}</p>`)
  expect(before.root).toContain('<p>© 2026</p>')
  expect(before.body).toContain('&#34;year&#34;:2026')
  vi.setSystemTime(new Date(2027, 0, 1))
  const after = await request()
  expect(after.root).toContain('<p>© 2027</p>')
  expect(after.body).toContain('&#34;year&#34;:2027')
  expect(after.etag).not.toBe(before.etag)
})
