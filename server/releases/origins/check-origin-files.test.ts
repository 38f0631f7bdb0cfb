import type { RequestListener } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FileOrigin, scriptHeaders as good, startFileOrigin } from '../../testing/file-origin.ts'
import { checkOriginFiles } from './check-origin-files.ts'

const script = 'globalThis.weather = {}\n'.repeat(200)
const files = { 'remote.js': { integrity: computeIntegrity(script), bytes: script.length } }

const never = 200_000 // longer than a test
const local = {
  host: '127.0.0.1',
  publicUrl: 'http://127.0.0.1:3000',
  uploadDeadlines: { idleMs: never, totalMs: never },
}

let cdn: FileOrigin
beforeAll(async () => {
  cdn = await startFileOrigin()
})
afterAll(() => cdn.stop())
beforeEach(() => {
  cdn.requested.length = 0
})

function check(
  settings: Partial<Parameters<typeof checkOriginFiles>[1]> = {},
  record: Partial<Parameters<typeof checkOriginFiles>[0]> = {},
) {
  const remoteOrigins = [{ remote: 'weather', origin: cdn.origin }]
  return checkOriginFiles(
    { remote: 'weather', baseUrl: `${cdn.origin}/weather/1.0.0/`, files, ...record },
    { ...local, remoteOrigins, ...settings },
  )
}

/** Answers with these headers and this body. */
function respond(
  headers: Record<string, string>,
  body: string | Buffer = script,
  status = 200,
): RequestListener {
  return (_request, response) => void response.writeHead(status, headers).end(body)
}

test.each([
  { how: 'as it is', response: respond(good) },
  {
    how: 'with a charset',
    response: respond({ ...good, 'content-type': 'application/javascript; charset=utf-8' }),
  },
  {
    how: 'for the origin of the site',
    response: respond({ ...good, 'access-control-allow-origin': local.publicUrl }),
  },
  { how: 'as gzip', response: respond({ ...good, 'content-encoding': 'gzip' }, gzipSync(script)) },
  { how: 'as brotli', response: respond({ ...good, 'content-encoding': 'br' }, brotliCompressSync(script)) },
])('the same file, sent $how, is accepted', async ({ response }) => {
  cdn.answerWith(response)
  expect(await check()).toBeNull()
  expect(cdn.requested).toEqual(['/weather/1.0.0/remote.js'])
})

test.each([
  {
    what: 'other bytes',
    response: respond(good, script.replace('weather', 'malware')),
    message: /expected sha256-.* got sha256-/,
  },
  { what: 'fewer bytes', response: respond(good, ''), message: /and 4800 bytes, got .* and 0\./ },
  { what: 'more bytes', response: respond(good, `${script}!`), message: /expected 4800 bytes, got more/ },
  {
    what: 'a bomb of compressed zeros',
    response: respond({ ...good, 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(20_000_000))),
    message: /expected 4800 bytes, got more/,
  },
  {
    what: 'a missing file',
    response: respond(good, 'nothing here', 404),
    message: /expected the status 200, got 404/,
  },
  {
    what: 'a redirect',
    response: respond({ ...good, location: 'http://169.254.169.254/' }, '', 302),
    message: /remote\.js redirects to http:\/\/169\.254\.169\.254\//,
  },
  {
    what: 'a page',
    response: respond({ ...good, 'content-type': 'text/html' }),
    message: /expected the content type text\/javascript, got text\/html/,
  },
  { what: 'no type', response: respond({ 'access-control-allow-origin': '*' }), message: /got none/ },
  {
    what: 'no CORS header',
    response: respond({ 'content-type': 'text/javascript' }),
    message: /expected access-control-allow-origin: \*, got none/,
  },
  {
    what: 'a CORS header for others',
    response: respond({ ...good, 'access-control-allow-origin': 'https://other.example' }),
    message: /got https:\/\/other\.example/,
  },
  {
    what: 'a resource policy',
    response: respond({ ...good, 'cross-origin-resource-policy': 'same-site' }),
    message: /cross-origin-resource-policy: cross-origin or none, got same-site/,
  },
  {
    what: 'an unknown encoding',
    response: respond({ ...good, 'content-encoding': 'zstd' }),
    message: /got zstd/,
  },
  {
    what: 'broken gzip',
    response: respond({ ...good, 'content-encoding': 'gzip' }),
    message: /could not be fetched: Z_DATA_ERROR/,
  },
  {
    what: 'a connection that closes',
    response: ((_request, response) => response.destroy()) satisfies RequestListener,
    message: /could not be fetched: ECONNRESET/,
  },
])('$what is refused', async ({ response, message }) => {
  cdn.answerWith(response)
  expect(await check()).toMatchObject({
    message: expect.stringMatching(message),
    hint: expect.stringMatching(/\w/),
  })
  expect(cdn.requested).toHaveLength(1)
})

test.each([
  { what: 'never responds', response: (() => {}) satisfies RequestListener },
  {
    what: 'stops in the middle',
    response: ((_request, response) =>
      void response.writeHead(200, good).write('glob')) satisfies RequestListener,
  },
])('an origin that $what is given up on', async ({ response }) => {
  cdn.answerWith(response)
  expect(await check({ uploadDeadlines: { idleMs: 50, totalMs: never } })).toMatchObject({
    message: `${cdn.origin}/weather/1.0.0/remote.js: expected more within 50 ms; nothing came.`,
  })
})

test('all files together have a deadline', async () => {
  cdn.answerWith((_request, response) => {
    response.writeHead(200, good)
    const timer = setInterval(() => response.write('g'), 5)
    response.on('close', () => clearInterval(timer))
  })
  expect(await check({ uploadDeadlines: { idleMs: never, totalMs: 100 } })).toMatchObject({
    message: `${cdn.origin}/weather/1.0.0/: expected all files within 100 ms.`,
  })
})

test('files that only the server reads need not be there, all others are requested', async () => {
  cdn.answerWith(respond(good))
  const many = Array.from({ length: 20 }, (_, n) => [`${n}.js`, files['remote.js']] as const)
  const hidden = { 'prerendered/home.txt': files['remote.js'] }
  expect(await check({}, { files: { ...Object.fromEntries(many), ...hidden } })).toBeNull()
  expect(cdn.requested.toSorted()).toEqual(many.map(([name]) => `/weather/1.0.0/${name}`).toSorted())
})

test.each(['localhost', '127.0.0.1'])(
  'a public site requests nothing of %s, even if it is allowed',
  async (name) => {
    const at = cdn.origin.replace('localhost', name)
    const settings = {
      host: '0.0.0.0',
      publicUrl: 'https://ada.example',
      remoteOrigins: [{ remote: 'weather', origin: at }],
    }
    expect(await check(settings, { baseUrl: `${at}/` })).toMatchObject({
      message: expect.stringMatching(/has the address (?:127\.0\.0\.1|::1), which is not public/),
    })
    expect(cdn.requested).toEqual([])
  },
)

test.each([
  { what: 'no origin', remoteOrigins: [], allowed: 'no other origin' },
  {
    what: 'another origin',
    remoteOrigins: [{ remote: 'weather', origin: 'https://cdn.example' }],
    allowed: 'https://cdn.example',
  },
])('with $what allowed, nothing is requested', async ({ remoteOrigins, allowed }) => {
  expect(await check({ remoteOrigins })).toEqual({
    message: `weather may not load files from ${cdn.origin}: this site allows it ${allowed}.`,
    hint: `Ask the site’s operator to add weather=${cdn.origin} to REMOTE_ORIGINS, or publish without --at.`,
  })
  expect(cdn.requested).toEqual([])
})

test('an origin that one remote may use, another may not', async () => {
  expect(await check({}, { remote: 'news' })).toMatchObject({
    message: expect.stringContaining('news may not load'),
  })
})
