import { markedNextName, nextSlot } from '@portico/protocol/template/marked-site.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPrerenderedSite } from '../../testing/prerendered-site.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { TestServer } from '../../testing/test-server.ts'

const link = `<a href="/up?next=${encodeURIComponent(nextSlot)}">Up</a>`
let database: TestDatabase
let server: TestServer

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startPrerenderedSite(database, {
    pages: [
      { path: '/in', access: 'auth', title: 'Log in', prerender: { except: ['forgot'], next: true } },
      { path: '/about', access: 'private', title: 'Ada & <Co>' },
      { path: '/list/:id', access: 'private', title: 'List', nameInSentence: 'the list' },
      { path: '/', access: 'open', title: 'Home' },
    ],
    html: { '/in': '<p>Without next</p>' },
    nextHtml: {
      '/in': { named: `<p>Log in to open ${markedNextName}.</p>${link}`, unnamed: `<p>Log in.</p>${link}` },
    },
  })
})
afterAll(async () => {
  await server.stop()
  await database.remove()
})

const get = (url: string, headers = {}) => server.app.inject({ url, headers })

test.each([
  ['/in', '<p>Without next</p>'],
  ['/in?other=1', '<p>Without next</p>'],
  [
    '/in?next=%2Flist%2F7%3Fq%3D1%262',
    '<p>Log in to open the list.</p><a href="/up?next=%2Flist%2F7%3Fq%3D1%262">Up</a>',
  ],
  ['/in?next=/about&next=/', '<p>Log in to open Ada &amp; &lt;Co&gt;.</p><a href="/up?next=%2Fabout">Up</a>'],
  ['/in?a=b&next=%2Fno%2Fsuch', '<p>Log in to open this page.</p><a href="/up?next=%2Fno%2Fsuch">Up</a>'],
  ['/in?next=%2F', '<p>Log in.</p><a href="/up?next=%2F">Up</a>'],
  ['/in?next=', '<p>Log in.</p><a href="/up?next=">Up</a>'],
  ['/in?next=//evil.example', '<p>Log in.</p><a href="/up?next=%2F%2Fevil.example">Up</a>'],
  [
    '/in?next=%22%3E%3Cscript%3Ea()%3C/script%3E',
    '<p>Log in.</p><a href="/up?next=%22%3E%3Cscript%3Ea%28%29%3C%2Fscript%3E">Up</a>',
  ],
  ['/in?next=$%26%24`%%27', '<p>Log in.</p><a href="/up?next=%24%26%24%60%25%27">Up</a>'],
  ['/in?next=%FF%00', '<p>Log in.</p><a href="/up?next=%EF%BF%BD%00">Up</a>'],
  [`/in?next=${nextSlot}`, '<p>Log in to open this page.</p><a href="/up?next=%2Fslot-for-next">Up</a>'],
  [
    `/in?next=/${markedNextName}`,
    '<p>Log in to open this page.</p><a href="/up?next=%2F%EE%80%80next.name%EE%80%81">Up</a>',
  ],
])('%s is sent with what is behind ?next= filled in', async (url, html) => {
  const { statusCode, body } = await get(url)
  expect(statusCode).toBe(200)
  expect(body).toContain(`<main>${html}</main>`)
})

test('a page that depends on another parameter as well is rendered in the browser', async () => {
  const { body } = await get('/in?next=%2Fabout&forgot')
  const [before = '', noScript = ''] = body.split('<noscript>')
  expect(before).not.toContain('Log in to open')
  expect(noScript, 'without a script, the page is complete').toContain('Log in to open Ada &amp; &lt;Co&gt;')
})

test('each value of ?next= has its own ETag, whatever was requested before', async () => {
  const [about, list, again] = [
    await get('/in?next=%2Fabout'),
    await get('/in?next=%2Flist%2F1'),
    await get('/in?next=%2Fabout'),
  ]
  expect(again.body).toBe(about.body)
  expect(again.headers.etag).toBe(about.headers.etag)
  expect(list.headers.etag).not.toBe(about.headers.etag)
  const etag = String(about.headers.etag)
  expect((await get('/in?next=%2Fabout', { 'if-none-match': etag })).statusCode).toBe(304)
  expect((await get('/in?next=%2Flist%2F1', { 'if-none-match': etag })).statusCode).toBe(200)
})
