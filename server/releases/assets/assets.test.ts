import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, get as request } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfiguration } from '../../configuration/configuration.ts'
import { publishAtStartup } from '../../rollouts/startup/publish-at-startup.ts'
import { writeRemote, writeShell } from '../../testing/builds.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const script = 'let text = "the same words again and again";'.repeat(50)
const newScript = `${script}\nlet line = "new";`
const folder = '/r/new/1.2.0-rc.1-0a1b2c3d/'
const newFolder = '/r/new/1.2.1-0a1b2c3d/'
let database: TestDatabase
let server: TestServer
let origin = ''

beforeAll(async () => {
  database = await createTestDatabase()
  const dist = join(database.dataDir, 'dist')
  writeShell(dist)
  const files = {
    'big.js': script,
    'a/b/dot.svg': '<svg/>',
    'photo.jpg': 'JFIF',
    'clip.mp4': '0123456789',
    'terms.pdf': '%PDF-',
  }
  writeRemote(dist, 'new', { version: '1.2.0-rc.1', files })
  const configuration = readConfiguration({ DATA_DIR: database.dataDir }, '/')
  const { db, close } = await openTestDatabase(configuration)
  await publishAtStartup(dist, { configuration, db })
  writeRemote(dist, 'new', { version: '1.2.1', files: { ...files, 'big.js': newScript, 'data.json': '{}' } })
  await publishAtStartup(dist, { configuration, db })
  await close()
  server = await startTestServer(database)
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  // As if published before only these types were allowed.
  for (const file of ['run.exe', 'page.html', 'plain'])
    writeFileSync(join(database.dataDir, 'releases/new/1.2.0-rc.1-0a1b2c3d', file), '<script>run()</script>')
  for (const ending of ['.txt', '.js']) writeFileSync(join(database.dataDir, `secret${ending}`), 'secret')
})
afterAll(async () => {
  await server.stop()
  await database.remove()
})

/** Requests a path as it is; `inject` would resolve `..` in it. */
async function getRaw(path: string) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request({ port: new URL(origin).port, host: '127.0.0.1', path }, resolve).on('error', reject)
  const response = await promise
  response.resume()
  return { statusCode: response.statusCode, headers: response.headers }
}

const get = (url: string, acceptEncoding?: string) =>
  server.app.inject({
    url,
    headers: acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding },
  })

describe('release files', () => {
  test('a file is immutable, readable from any origin and served with its type', async () => {
    const { statusCode, headers, body } = await get(`${folder}big.js`)
    expect([statusCode, body]).toEqual([200, script])
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding, available-dictionary',
      'use-as-dictionary': 'match="/r/new/:release/big.js"',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  test('while the database does not say whether a worker runs a script, browsers do not keep it', async () => {
    const address = '/r/unrecorded/1.0.0-0a1b2c3d/remote.js'
    const path = join(database.dataDir, 'releases/unrecorded/1.0.0-0a1b2c3d')
    mkdirSync(path, { recursive: true })
    writeFileSync(join(path, 'remote.js'), script)
    const { headers, body } = await get(address)
    expect([headers['cache-control'], body]).toEqual(['no-store', script])
  })

  test.each(['a/b/dot.svg', 'photo.jpg', 'big.js'])(
    '%s, opened as a document, may do nothing',
    async (file) => {
      expect((await get(folder + file)).headers).toMatchObject({
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'x-frame-options': 'DENY',
      })
    },
  )

  test.each([
    ['remote.js', 'text/javascript; charset=utf-8'],
    ['page.css', 'text/css; charset=utf-8'],
    ['a/b/dot.svg', 'image/svg+xml'],
    ['photo.jpg', 'image/jpeg'],
    ['clip.mp4', 'video/mp4'],
    ['terms.pdf', 'application/pdf'],
  ])('%s is served as %s', async (file, type) => {
    expect((await get(folder + file)).headers['content-type']).toBe(type)
  })

  const encoded = [
    { accept: undefined, encoding: undefined },
    { accept: '', encoding: undefined },
    { accept: 'identity', encoding: undefined },
    { accept: 'deflate, zstd', encoding: undefined },
    { accept: 'gzip', encoding: 'gzip' },
    { accept: 'gzip, deflate, br', encoding: 'br' },
    { accept: 'GZIP;q=1.0 , BR ; q=0.001', encoding: 'br' },
    { accept: 'br;q=0, gzip', encoding: 'gzip' },
    { accept: 'br;Q=0.000,gzip;q=0', encoding: undefined },
    { accept: ',,;;q=1,br;;;,', encoding: 'br' },
    { accept: `${'br;q=0,'.repeat(120)}gzip`, encoding: 'gzip' },
    { accept: `${'br;q=0,'.repeat(1500)}gzip`, encoding: undefined }, // longer than any client sends
  ]
  test.each(encoded)('"$accept" gets the encoding $encoding', async ({ accept, encoding }) => {
    const { statusCode, headers, rawPayload } = await get(`${folder}big.js`, accept)
    expect([statusCode, headers['content-encoding']]).toEqual([200, encoding])
    const open = encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : Buffer.from
    expect(open(rawPayload).toString()).toBe(script)
    expect(Number(headers['content-length'])).toBe(rawPayload.length)
    if (encoding) expect(rawPayload.length).toBeLessThan(script.length / 4)
  })

  describe('a browser with the file of the previous release', () => {
    const hash = createHash('sha256').update(script).digest('base64')
    const other = createHash('sha256').update('other').digest('base64')
    const getWith = (dictionary: string, accept = 'gzip, br, zstd, dcb, dcz', url = `${newFolder}big.js`) =>
      server.app.inject({ url, headers: { 'accept-encoding': accept, 'available-dictionary': dictionary } })

    test('gets the difference', async () => {
      const { statusCode, headers, rawPayload } = await getWith(`:${hash}:`)
      expect([statusCode, headers['content-encoding']]).toEqual([200, 'dcz'])
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        vary: 'accept-encoding, available-dictionary',
        'use-as-dictionary': 'match="/r/new/:release/big.js"',
      })
      expect(Number(headers['content-length'])).toBe(rawPayload.length)
      expect(rawPayload.length).toBeLessThan(newScript.length * 0.1)
      const frame = rawPayload.subarray(40) // after the header of the encoding
      expect(zstdDecompressSync(frame, { dictionary: Buffer.from(script) }).toString()).toBe(newScript)
    })

    test.each([
      ['unknown', `:${other}:`],
      ['no byte sequence', hash],
      ['too short', ':YWJj:'],
      ['a path', ':../../../../secret:'],
      ['twice', `:${hash}:, :${hash}:`],
      ['empty', ''],
    ])('gets the whole file if what it names is %s', async (_, dictionary) => {
      const { headers, rawPayload } = await getWith(dictionary)
      expect(headers['content-encoding']).toBe('br')
      expect(brotliDecompressSync(rawPayload).toString()).toBe(newScript)
    })

    test.each([
      ['gzip, br', 'br'],
      ['dcz;q=0, gzip', 'gzip'],
      ['', undefined],
      ['DCZ', 'dcz'],
    ])('that accepts "%s" gets the encoding %s', async (accept, encoding) => {
      expect((await getWith(`:${hash}:`, accept)).headers['content-encoding']).toBe(encoding)
    })

    test('gets the whole file of a release that replaced no other', async () => {
      const { headers } = await getWith(`:${hash}:`, 'br, dcz', `${folder}big.js`)
      expect(headers['content-encoding']).toBe('br')
    })

    test('gets the whole file if it retries', async () => {
      const { headers } = await getWith(`:${hash}:`, 'br, dcz', `${newFolder}~2/big.js`)
      expect(headers['content-encoding']).toBe('br')
    })
  })

  test('data is no dictionary', async () => {
    const { headers } = await get(`${newFolder}data.json`)
    expect([headers['use-as-dictionary'], headers.vary]).toEqual([undefined, 'accept-encoding'])
  })

  test('a file in a compressed format is not compressed again', async () => {
    const { headers, body } = await get(`${folder}photo.jpg`, 'br, gzip')
    expect([headers['content-encoding'], body]).toEqual([undefined, 'JFIF'])
  })

  describe('media', () => {
    const getPart = async (range: string, headers: Readonly<Record<string, string>> = {}) => {
      const url = `${folder}clip.mp4`
      const first = await server.app.inject({ url, headers: { range, ...headers } })
      // Then without Fastify, whose router has led this address to it.
      const second = await fetch(origin + url, { headers: { range, ...headers } })
      const read = (name: string) => second.headers.get(name) ?? undefined
      const direct = [second.status, await second.text(), read('content-range'), read('content-length')]
      expect(direct).toEqual([
        first.statusCode,
        first.body,
        first.headers['content-range'],
        String(first.headers['content-length']),
      ])
      expect(read('cache-control')).toBe(first.headers['cache-control'])
      return direct
    }

    test('a player gets the part that it asks for', async () => {
      const { headers } = await get(`${folder}clip.mp4`, 'br, gzip')
      expect(headers).toMatchObject({ 'accept-ranges': 'bytes', etag: '"1.2.0-rc.1-0a1b2c3d"' })
      expect(headers['content-encoding']).toBeUndefined()
      expect(await getPart('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10', '3'])
      expect(await getPart('bytes=8-')).toEqual([206, '89', 'bytes 8-9/10', '2'])
      expect(await getPart('bytes=-1')).toEqual([206, '9', 'bytes 9-9/10', '1'])
    })

    test('a part after the end is an error, several parts are the whole file', async () => {
      expect(await getPart('bytes=10-')).toEqual([416, '', 'bytes */10', '0'])
      expect(await getPart('bytes=0-1,4-5')).toEqual([200, '0123456789', undefined, '10'])
    })

    test('a part of another version is not continued', async () => {
      const etag = '"1.2.0-rc.1-0a1b2c3d"'
      expect(await getPart('bytes=5-', { 'if-range': etag })).toEqual([206, '56789', 'bytes 5-9/10', '5'])
      expect(await getPart('bytes=5-', { 'if-range': '"x"' })).toEqual([200, '0123456789', undefined, '10'])
    })

    test('other files have no parts, and HEAD asks for none', async () => {
      const headers = { range: 'bytes=0-1' }
      expect((await server.app.inject({ url: `${folder}photo.jpg`, headers })).statusCode).toBe(200)
      const head = await server.app.inject({ method: 'HEAD', url: `${folder}clip.mp4`, headers })
      expect([head.statusCode, head.headers['content-length']]).toEqual([200, '10'])
    })

    test('a PDF is only to download', async () => {
      expect((await get(`${folder}terms.pdf`)).headers['content-disposition']).toBe('attachment')
    })
  })

  test('each retry has its own URL', async () => {
    for (const attempt of ['~2/', '~3/', '~120/']) {
      expect((await get(`${folder}${attempt}a/b/dot.svg`)).body, attempt).toBe('<svg/>')
    }
  })

  test('HEAD gets the same headers as GET, and no body', async () => {
    const { statusCode, headers, body } = await server.app.inject({ method: 'HEAD', url: `${folder}big.js` })
    expect([statusCode, body, headers['content-length']]).toEqual([200, '', String(script.length)])
  })
})

describe('missing files', () => {
  test.each([
    '../../../secret.txt',
    '..%2F..%2F..%2Fsecret.txt',
    '%2e%2e/%2e%2e/%2e%2e/secret.txt',
    '..%5c..%5c..%5csecret.txt',
    '~2/../../../secret.js',
    'a/../big.js',
    'a//b/dot.svg',
    './big.js',
    '/big.js',
    '%2Fetc%2Fhosts.txt',
    'big.js%00.js',
    'big.js%0A',
    'big.js.br',
    'big.js.gz',
    '.hidden.js',
    '.deltas.json',
    'a/.hidden/x.js',
    'run.exe',
    'page.html',
    'plain',
    'a',
    'a/b/',
    '',
    'BIG.js',
    'no-such-file.js',
    'big.js/more.js',
    '~2',
    '~2/',
    '~2/~3/big.js',
    '~/big.js',
    '~x/big.js',
    '~1234/big.js',
    `${'n'.repeat(300)}.js`,
    '%E0%A4%A.js',
  ])('the file %j is not found', async (file) => {
    const { statusCode, headers } = await getRaw(folder + file)
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
    expect(headers['content-type']).toContain('application/problem+json')
  })

  test.each([
    '/r/new/1.2.0-0a1b2c3d/big.js',
    '/r/new/latest/big.js',
    '/r/new/../big.js',
    '/r/NEW/1.2.0-rc.1-0a1b2c3d/big.js',
    '/r/new/../../secret.js',
    '/r/..%2F..%2Fx/1.2.0-0a1b2c3d/../../../secret.js',
    '/r/..%2Fnew/1.2.0-rc.1-0a1b2c3d/big.js',
    '/r/new/..%2F1.2.0-rc.1-0a1b2c3d/big.js',
    '/r/other/1.2.0-rc.1-0a1b2c3d/big.js',
    '/r/new/1.2.0-rc.1-0a1b2c3d.0123456789ab.tmp/big.js',
  ])('the URL %s is not found', async (url) => {
    expect((await getRaw(url)).statusCode).toBe(404)
  })

  test('the response explains what is missing', async () => {
    const { detail, code } = (await get('/r/new/1.0.0-00000000/x.js')).json()
    expect([code, detail]).toEqual(['not-found', 'There is no file x.js of a release new@1.0.0-00000000.'])
  })
})
