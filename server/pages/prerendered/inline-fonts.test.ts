import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fontFile, startPrerenderedSite } from '../../testing/prerendered-site.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { TestServer } from '../../testing/test-server.ts'

const font = 'the bytes of a font'
const inline = `data:font/woff2;base64,${Buffer.from(font).toString('base64')}`
const path = `/r/shell/1.0.0-0a1b2c3d/${fontFile}`
const cached = 'a=b; portico.font=cached'
let database: TestDatabase
let server: TestServer

const start = (font: string) =>
  startPrerenderedSite(database, {
    pages: [{ path: '/', title: 'HomePage' }],
    html: { '/': '<h1>Home</h1>' },
    font,
  })
beforeEach(async () => {
  database = await createTestDatabase()
  server = await start(font)
})
afterEach(async () => {
  await server.stop()
  await database.remove()
})

async function open(headers: Readonly<Record<string, string>> = {}, url = '/') {
  const { body, headers: received } = await server.app.inject({ url, headers })
  const [, css = ''] = /<style data-file="[^"]*">(.*?)<\/style>/s.exec(body) ?? []
  const policy = String(received['content-security-policy'])
  return { body, css, policy, link: received.link, vary: String(received.vary), etag: String(received.etag) }
}

test('a browser that has no font in its cache gets it inside the prerendered page, and nothing to request', async () => {
  const { body, css, policy, link } = await open()
  expect(css).toBe(`@font-face{src:url(${inline})format("woff2")}`)
  expect(body).toContain(
    `<link rel="preload" as="font" type="font/woff2" href="${inline}" crossorigin="anonymous" data-file="${path}">`,
  )
  expect(link).toBe(undefined)
  expect(policy).toContain("font-src 'self' data:;")
  expect(policy).toContain(`'${computeIntegrity(css)}'`)
})

test.each<[string, Readonly<Record<string, string>>]>([
  ['that has it in its cache', { cookie: cached }],
  ['whose visitor saves data, so that they get it once', { 'save-data': 'on' }],
])('a browser %s is told to load the file', async (_, headers) => {
  const { body, css, policy, link } = await open(headers)
  expect(css).toBe(`@font-face{src:url(${path})format("woff2")}`)
  expect(body).not.toContain('data:font')
  expect(link).toBe(`<${path}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
  expect(policy).toContain("font-src 'self';")
})

test.each(['portico.font=', 'my.portico.font=cached', 'portico.font=cached2', 'portico.font="><script>'])(
  'a browser with the cookie %s has not said that it has the font',
  async (cookie) => {
    expect((await open({ cookie })).body).toContain(inline)
  },
)

test('both pages have their own ETag, and caches tell them apart', async () => {
  const [first, later] = [await open(), await open({ cookie: cached })]
  expect(first.etag).not.toBe(later.etag)
  for (const { vary } of [first, later])
    expect(vary.split(', ')).toEqual(expect.arrayContaining(['save-data', 'cookie']))
  const { statusCode } = await server.app.inject({
    url: '/',
    headers: { cookie: cached, 'if-none-match': first.etag },
  })
  expect(statusCode).toBe(200)
})

test('a page that the browser renders loads the file, since its styles are one, too', async () => {
  const { body, policy, link } = await open({}, '/no/such/page')
  expect(body).not.toContain('data:font')
  expect(link).toContain(path)
  expect(policy).toContain("font-src 'self';")
})

test('a stored font that differs from what was published is left out', async () => {
  writeFileSync(join(database.dataDir, 'releases/shell/1.0.0-0a1b2c3d', fontFile), 'another font')
  const { body, css, link } = await open()
  expect(body).toContain('<h1>Home</h1>')
  expect(css).toContain(path)
  expect(link).toContain(path)
})

test('a font that would delay the page longer than a request for it stays a file', async () => {
  await server.stop()
  await database.remove()
  database = await createTestDatabase()
  server = await start('a large font'.repeat(2_000))
  const { body, css, link } = await open()
  expect(body).toContain('<h1>Home</h1>')
  expect(css).toContain(path)
  expect(link).toContain(path)
})
