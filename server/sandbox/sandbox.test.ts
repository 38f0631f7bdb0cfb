import { join } from 'node:path'
import { sandboxKeys } from '@portico/kit/api/sandbox-keys.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfiguration } from '../configuration/configuration.ts'
import { publishAtStartup } from '../rollouts/startup/publish-at-startup.ts'
import { exampleImage, testApi } from '../testing/api-description.ts'
import { writeRemote, writeShell } from '../testing/builds.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const { free, paid } = sandboxKeys
let database: TestDatabase
let server: TestServer

beforeAll(async () => {
  database = await createTestDatabase()
  const dist = join(database.dataDir, 'dist')
  writeShell(dist)
  writeRemote(dist, 'plain')
  writeRemote(dist, 'described', {
    apiDescription: 'api.json',
    files: { 'api.json': JSON.stringify(testApi) },
  })
  const configuration = readConfiguration({ DATA_DIR: database.dataDir }, '/')
  const { db, close } = await openTestDatabase(configuration)
  await publishAtStartup(dist, { configuration, db })
  await close()
  server = await startTestServer(database)
})
afterAll(async () => {
  await server.stop()
  await database.remove()
})

const send = (query: Readonly<Record<string, string>>) =>
  server.app.inject({ url: '/-/sandbox/', query: { api: free, ...query } })

async function fetchProblem(query: Readonly<Record<string, string>>) {
  const { statusCode, headers, body } = await send(query)
  expect(headers['content-type']).toContain('application/problem+json')
  return { status: statusCode, ...JSON.parse(body) }
}

/** Colour of a pixel of an image. */
async function readPixel(image: Buffer, left: number, top: number) {
  const region = { left, top, width: 1, height: 1 }
  return [...(await sharp(image).extract(region).ensureAlpha().raw().toBuffer())]
}

const fetchBuiltInImage = async (name: string) =>
  (await server.app.inject({ url: `/-/sandbox/images/${name}.png` })).rawPayload

describe('rejected requests', () => {
  test.each([
    ['without a key', { code: 'playstore', q: 'x', api: '' }, 401, 'key-invalid'],
    ['with an unknown key', { code: 'playstore', q: 'x', api: 'mine' }, 401, 'key-invalid'],
    ['without code', {}, 400, 'invalid-request'],
    ['for an unknown operation', { code: 'Playstore', q: 'x' }, 404, 'operation-unknown'],
    ['for a paid operation with a free key', { code: 'latest' }, 402, 'payment-required'],
    ['by GET for an operation that requires POST', { code: 'chat', text: 'x' }, 405, 'method-not-allowed'],
  ])('a request %s is rejected', async (_how, query, status, code) => {
    expect(await fetchProblem(query)).toMatchObject({ status, code })
  })

  test('the error says what to do', async () => {
    expect((await fetchProblem({ code: 'Playstore' })).detail).toContain('Did you mean playstore?')
    expect((await fetchProblem({ code: 'latest' })).detail).toContain(paid)
    expect((await send({ code: 'chat' })).headers.allow).toBe('POST')
  })

  test.each([
    [{ code: 'playstore' }, { q: 'This is required.' }],
    [{ code: 'playstore', q: '' }, { q: 'This is required.' }],
    [
      { code: 'image_brightness', img_url: exampleImage, brightness: '200' },
      { brightness: 'Must be more than −200 and less than 200.' },
    ],
    [{ code: 'fancy', font: '3', text: 'x' }, { font: 'Must be a whole number from 1 to 2.' }],
    [{ code: 'effect', index: '3', type: '1', text: 'x' }, { index: 'Must be 1 or 2.' }],
    [{ code: 'effect', index: '1', type: '3', text: 'x' }, { type: 'Must be a whole number from 1 to 2.' }],
    [{ code: 'color_to_png', hex: 'xyz' }, { hex: 'Expected a hexadecimal colour, such as #1e90ff.' }],
    [
      { code: 'color_to_png', color: 'nocolour' },
      { color: 'Expected a CSS colour name, such as dodgerblue.' },
    ],
    [{ code: 'calling_code', call_code: '999' }, { call_code: 'No country has this calling code.' }],
    [
      { code: 'validate_phone_number', number: '1', country: 'Utopia' },
      { country: 'Expected a two-letter country code, such as US.' },
    ],
  ])('%j is rejected with a reason for each field', async (query, fields) => {
    expect(await fetchProblem(query)).toMatchObject({ status: 400, code: 'invalid-request', fields })
  })

  test('a repeated parameter is rejected', async () => {
    const { statusCode, body } = await server.app.inject({
      url: `/-/sandbox/?api=${free}&code=playstore&q=a&q=b`,
    })
    expect([statusCode, JSON.parse(body).fields]).toEqual([400, { q: 'Send this once, as text.' }])
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    'the method %s is not allowed',
    async (method) => {
      const { statusCode, headers } = await server.app.inject({ url: '/-/sandbox/', method })
      expect([statusCode, headers.allow]).toEqual([405, 'GET, POST'])
    },
  )
})

describe('images', () => {
  const edit = (img_url: string) => send({ code: 'image_brightness', brightness: '40', img_url })

  test.each([
    'https://elsewhere.example/a.png',
    'http://127.0.0.1:1/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    '/-/sandbox/images/../../health',
    '/-/sandbox/images/nothing.png',
    '//elsewhere.example/-/sandbox/images/earth.png',
    'not an address',
  ])('an image at %s is not fetched', async (address) => {
    const { statusCode, body } = await edit(address)
    expect(statusCode).toBe(400)
    expect(JSON.parse(body).fields.img_url).toContain('This sandbox does not fetch images.')
  })

  test('the URL of an example, or of this site, is replaced by a built-in image', async () => {
    const [drawn, other] = await Promise.all([edit(exampleImage), edit('/-/sandbox/images/earth.png')])
    expect([drawn.statusCode, drawn.headers['content-type'], drawn.headers['x-sandbox']]).toEqual([
      200,
      'image/png',
      'computed',
    ])
    expect(drawn.rawPayload.equals(other.rawPayload)).toBe(true)
  })

  test('an image is really edited', async () => {
    const before = await readPixel(await fetchBuiltInImage('earth'), 5, 5)
    const { rawPayload } = await edit(exampleImage)
    expect(await readPixel(rawPayload, 5, 5)).toEqual([...before.slice(0, 3).map((level) => level + 40), 255])
  })

  test('an image is really rescaled', async () => {
    const { rawPayload } = await send({ code: 'image_rescale', scale: '0.5', img_url: exampleImage })
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 240, height: 160, format: 'png' })
  })

  test('a filter accepts a colour name', async () => {
    const query = { code: 'image_color_filter', color: 'Tomato', opacity: '255', img_url: exampleImage }
    expect(await readPixel((await send(query)).rawPayload, 9, 9)).toEqual([255, 99, 71, 255])
  })

  test.each([
    [{ color: 'dodgerblue' }, [30, 144, 255, 255]],
    [{ hex: '#1e90ff' }, [30, 144, 255, 255]],
    [{ rgb: '30,144,255' }, [30, 144, 255, 255]],
    [{ rgba: '30,144,255,0.4' }, [30, 144, 255, 102]],
  ])('the image for %j has this colour', async (query, pixel) => {
    const { rawPayload } = await send({ code: 'color_to_png', ...query })
    expect(await readPixel(rawPayload, 100, 400)).toEqual(pixel)
  })
})

describe('uploads', () => {
  const upload = (payload: Buffer, type = 'image/png', img_url = 'upload') =>
    server.app.inject({
      method: 'POST',
      url: '/-/sandbox/',
      query: { code: 'image_brightness', api: free, brightness: '0', img_url },
      headers: { 'content-type': type },
      payload,
    })

  test('an uploaded image is edited', async () => {
    const red = await sharp({ create: { width: 900, height: 30, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    for (const type of ['image/jpeg', 'image/jpg', 'application/octet-stream']) {
      const { statusCode, rawPayload } = await upload(red, type)
      expect([statusCode, await sharp(rawPayload).metadata()]).toMatchObject([
        200,
        { width: 480, height: 16 },
      ])
    }
  })

  test.each(['<svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'])(
    'an upload of %s is rejected',
    async (text) => {
      const { statusCode, body } = await upload(Buffer.from(text))
      expect([statusCode, JSON.parse(body).fields.img_url]).toEqual([
        400,
        'The upload is not an image that this sandbox can read.',
      ])
    },
  )

  test('a file of another format is rejected, even one that the image library could read', async () => {
    const square = sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
    const heic = Buffer.from(
      (await square.clone().avif().toBuffer()).toString('latin1').replaceAll('avif', 'heic'),
      'latin1',
    )
    for (const bytes of [heic, await square.clone().tiff().toBuffer()])
      expect((await upload(bytes)).statusCode).toBe(400)
  })

  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('an uploaded %s is edited', async (format) => {
    const square = sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
    expect((await upload(await square.toFormat(format).toBuffer())).statusCode).toBe(200)
  })

  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'an upload of %s data that breaks off is rejected, and is no error of the server',
    async (format) => {
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
      const create = { width: 300, height: 300, channels: 3, background: 'red', noise } as const
      const whole = await sharp({ create }).toFormat(format).toBuffer()
      const { statusCode, body } = await upload(whole.subarray(0, whole.length / 2))
      expect([statusCode, JSON.parse(body).fields?.img_url]).toEqual([
        400,
        'The upload is not an image that this sandbox can read.',
      ])
      expect(server.logged).toEqual([])
    },
  )

  test('a body of another type of image is rejected', async () => {
    expect((await upload(Buffer.from('<svg/>'), 'image/svg+xml')).statusCode).toBe(415)
  })

  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'a %s with too many pixels is told so',
    async (format) => {
      const create = { width: 4010, height: 4000, channels: 3, background: 'red' } as const
      const huge = await sharp({ create }).toFormat(format, { effort: 1 }).toBuffer()
      const { statusCode, body } = await upload(huge)
      expect([statusCode, JSON.parse(body).fields?.img_url]).toEqual([
        400,
        'The upload has more than 16 million pixels. Scale it down first.',
      ])
    },
  )

  test('an upload with too many bytes is rejected', async () => {
    expect((await upload(Buffer.alloc(4 * 1024 * 1024 + 1))).statusCode).toBe(413)
  })

  test('a missing upload is reported', async () => {
    const { body } = await send({ code: 'image_brightness', brightness: '0', img_url: 'upload' })
    expect(JSON.parse(body).fields.img_url).toBe('Send the image as the body of a POST.')
  })
})

describe('responses', () => {
  test('a text comes back in the requested text style', async () => {
    const { result } = (await send({ code: 'fancy', font: '1', text: 'banana' })).json()
    expect(result).toEqual({ text: 'b𝐚n𝐚n𝐚', style: 'Bold', plain: 'banana' })
  })

  test('a calling code returns its countries', async () => {
    const { sandbox, result } = (await send({ code: 'calling_code', call_code: '+94' })).json()
    expect([sandbox, result]).toEqual([
      'computed',
      { call_code: '94', countries: [{ country: 'LK', name: 'Sri Lanka' }] },
    ])
  })

  test.each([
    ['2025550143', 'us', { valid: true, e164: '+12025550143', national: '(202) 555-0143' }],
    ['2025550143', 'GB', { valid: false }],
    ['+12025550143', 'GB', { valid: false, possible: false }],
    ['hello', 'US', { valid: false, e164: null }],
  ])('%s in %s is validated as a phone number', async (number, country, expected) => {
    const { result } = (await send({ code: 'validate_phone_number', number, country })).json()
    expect(result).toMatchObject(expected)
  })

  test('sample data is marked and echoes the request without its key', async () => {
    const q = '"\'\\\n$(x)`é</script>%00&='
    const { headers, body } = await send({ code: 'playstore', q })
    expect([headers['x-sandbox'], headers['cache-control']]).toEqual(['sample', 'no-store'])
    expect(JSON.parse(body)).toMatchObject({ sandbox: 'sample', received: { code: 'playstore', q } })
    expect(body).not.toContain(free)
  })

  test('an undocumented operation accepts any parameters', async () => {
    expect((await send({ code: 'anything', page: '2' })).json().received).toEqual({
      code: 'anything',
      page: '2',
    })
  })

  test('a file is sent as a download, or as data with a link to one', async () => {
    const file = await send({ code: 'archive', repo: 'x' })
    expect(file.headers['content-disposition']).toBe('attachment; filename="archive.txt"')
    expect((await send({ code: 'video', url: 'https://example.com' })).json().result.url).toMatch(
      /^\/-\/sandbox/,
    )
  })

  test.each([
    [
      { code: 'effect', index: '2', type: '3', text: 'Hello <b> & é 日本' },
      { format: 'png', width: 512 },
    ],
    [
      { code: 'frame', img_url_1: exampleImage, img_url_2: '/-/sandbox/images/colours.png' },
      { format: 'png', width: 840 },
    ],
    [{ code: 'moving', type: '1', text: '' }, null],
    [
      { code: 'moving', type: '1', text: 'Hello' },
      { format: 'gif', pages: 12 },
    ],
  ])('%j returns an image of that kind', async (query, expected) => {
    const { statusCode, rawPayload } = await send(query)
    if (expected === null) expect(statusCode).toBe(400)
    else expect(await sharp(rawPayload).metadata()).toMatchObject(expected)
  })

  test('a paid operation accepts the paid key', async () => {
    expect((await send({ code: 'latest', api: paid })).statusCode).toBe(200)
  })

  test('a POST accepts a JSON body without code', async () => {
    const post = (payload: object) => server.app.inject({ method: 'POST', url: '/-/sandbox/', payload })
    const { statusCode, body } = await post({ api: paid, text: 'Hello', main_id: '' })
    expect([statusCode, JSON.parse(body).received]).toEqual([200, { text: 'Hello', main_id: '' }])
    expect((await post({ api: free, text: 'Hello' })).statusCode).toBe(402)
    expect((await post({ api: paid })).json().fields).toEqual({ text: 'This is required.' })
    expect((await post({ api: paid, text: 1 })).json().fields).toEqual({ text: 'Send this once, as text.' })
    expect((await post([])).statusCode).toBe(401)
  })
})
