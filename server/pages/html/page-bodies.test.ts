import { brotliDecompressSync } from 'node:zlib'
import { patience } from '@portico/kit/testing/patience.ts'
import { encodeSessionToken } from '@portico/protocol/session/session-token.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPageBodies } from './page-bodies.ts'

const rows = Array.from({ length: 400 }, (_, at) => `<li id="row-${at}">Endpoint ${(at * 7_919) % 401}</li>`)
const template = {
  shown: [`<!doctype html><title>Rows</title><ul>${rows.join('')}</ul>`],
  data: '{"revision":1',
  end: '}',
  hash: 'rows',
  length: 20_000,
  needs: { scripts: [], styles: [], fonts: [], folders: [], forms: [], origins: {} },
  links: null,
}
function create() {
  const bodies = createPageBodies()
  onTestFinished(() => bodies.stop())
  return bodies
}
const values = { session: { visitor: null }, next: null, profile: null, filter: null } as const

test('a page that is requested again becomes smaller, with the same content', async () => {
  const bodies = create()
  const page = bodies.fill(template, values)
  expect(bodies.find(page, 'br')).toBeNull()
  const first = await bodies.encode(page, 'br')
  expect(bodies.find(page, 'br')).toEqual(first)
  const later = await vi.waitFor(() => {
    const body = bodies.find(page, 'br')
    expect(body?.length).toBeLessThan(first.length)
    return body ?? first
  }, patience)
  expect(brotliDecompressSync(later).equals(brotliDecompressSync(first))).toBe(true)
  expect(brotliDecompressSync(later).toString()).toContain('</ul>{"revision":1,"visitor":null}')
  expect(bodies.find(page, 'br')).toBe(later)
})

test('the page data names the visitor, and has their session token', async () => {
  const bodies = create()
  const visitor = { username: '</script>', done: true, isVerify: true, github: false, gmail: false }
  const html = await bodies.encode(
    bodies.fill(template, { session: { visitor }, next: null, profile: null, filter: null }),
    'identity',
  )
  const text = html.toString()
  expect(text).not.toContain('</script>')
  expect(JSON.parse(text.slice(text.indexOf('{')))).toEqual({
    revision: 1,
    visitor,
    token: encodeSessionToken(visitor),
  })
  const unknown = await bodies.encode(
    bodies.fill(template, { session: 'unknown', next: null, profile: null, filter: null }),
    'identity',
  )
  expect(unknown.toString()).toContain('{"revision":1}')
})

test('visitors who are signed in share all of a page but its end', async () => {
  const bodies = create()
  const [ada, robin] = ['ada', 'robin'].map((username) => {
    const visitor = { username, done: true, isVerify: true, github: false, gmail: false }
    return bodies.fill(template, { ...values, session: { visitor } })
  })
  if (!ada || !robin) throw new Error('unreachable')
  const first = await bodies.encode(ada, 'br')
  const text = brotliDecompressSync(first).toString()
  expect(text).toContain('"username":"ada"')
  // Found, although nobody has requested it: nothing is compressed for it.
  expect(brotliDecompressSync(bodies.find(robin, 'br') ?? '').toString()).toContain('"username":"robin"')
  const later = await vi.waitFor(() => {
    const body = bodies.find(ada, 'br')
    expect(body?.length).toBeLessThan(first.length)
    return body ?? first
  }, patience)
  expect(brotliDecompressSync(later).toString()).toBe(text)
  expect(bodies.find(ada, 'gzip')).toBeNull()
})
