import { once } from 'node:events'
import { createServer, maxHeaderSize } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { patience } from '@portico/kit/testing/patience.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { parseMetrics } from '../../testing/parse-metrics.ts'
import { createUploads } from '../../testing/uploads.ts'
import { type SecurityReason, securityEvents } from '../security-events.ts'
import { explainProtocolErrors } from './protocol-errors.ts'

const metricsToken = 'm'.repeat(32)
const hostHeader = 'host: site.example'
const get = (...headers: string[]) => ['GET /old HTTP/1.1', ...headers, '', ''].join('\r\n')
const smuggled = 'GET /-/health/live HTTP/1.1\r\nhost: site.example\r\n\r\n'

describeWithServer(
  'what is not a valid request',
  (server) => {
    const opened: Socket[] = []
    beforeAll(async () => {
      await createUploads(server).publishShell()
      await vi.waitFor(async () => expect((await server().app.inject('/old')).statusCode).toBe(200), patience)
      await server().app.listen({ port: 0, host: 'localhost' })
    })
    afterAll(() => {
      for (const socket of opened) socket.destroy()
    })

    // `localhost` may have two, each with a server of its own.
    const listAddresses = () =>
      server()
        .app.addresses()
        .filter((address) => typeof address === 'object')

    /** All responses to these bytes, until the server closes the connection. */
    async function send(bytes: string, to = listAddresses()[0]): Promise<string> {
      const socket = connect(to?.port ?? 0, to?.address)
      opened.push(socket)
      await once(socket, 'connect')
      socket.write(bytes, 'latin1')
      return text(socket)
    }

    function expectRefusal(responses: string, status: number, explanation: string): void {
      const [head = '', ...bodies] = responses.split('\r\n\r\n')
      const [statusLine, ...lines] = head.split('\r\n')
      expect(statusLine).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\w`))
      const headers = Object.fromEntries(
        lines.map((line) => [
          line.slice(0, line.indexOf(':')).toLowerCase(),
          line.slice(line.indexOf(':') + 2),
        ]),
      )
      const [body = '', ...further] = bodies
      expect(further).toEqual([])
      expect(body).toContain(explanation)
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000',
        'cache-control': 'no-store',
        'content-type': 'text/plain; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        connection: 'close',
        date: expect.stringMatching(/ GMT$/),
      })
    }

    test.each([
      ['a second Host', get(hostHeader, 'host: other.example'), 'This one has 2.'],
      ['the same Host twice', get(hostHeader, hostHeader), 'This one has 2.'],
      ['Hosts in any case, among other headers', get('HOST: a', 'x-a: b', 'Host: b', 'hOsT: c'), 'has 3.'],
      ['two Hosts in HTTP/1.0', get(hostHeader, hostHeader).replace('/1.1', '/1.0'), 'This one has 2.'],
      ['no Host', get('x-a: b'), 'This one has 0.'],
    ])('%s gets 400, from a direct route and from Fastify', async (_what, request, explanation) => {
      expect(await send(get(hostHeader, 'connection: close'))).toMatch(/^HTTP\/1\.1 200 /) // then it is direct
      expectRefusal(await send(request + smuggled), 400, explanation)
      expectRefusal(await send(request.replace('GET /old ', 'GET /-/unknown ') + smuggled), 400, explanation)
    })

    test.each([
      '',
      'site.example evil.example',
      'site.example\tevil.example',
      'site.example, evil.example',
      'site..example',
      '.site.example',
      'site.example..',
      '.',
      ':80',
      'site.example:65536',
      'site.example:080000',
      'site.example:80:80',
      'site.example:http',
      'site.example:-1',
      'user@site.example',
      'user:secret@site.example',
      'http://site.example',
      'site.example/path',
      'site.example\\path',
      'site.example?query',
      'site.example#hash',
      'site.example%00',
      '<b>site</b>',
      's\xefte.example',
      '\x80',
      '[::1',
      '::1',
      '[::1]evil.example',
      '[::1%25eth0]',
      '[site.example]',
      `${'a'.repeat(254)}.example`,
    ])('the Host "%s" gets 400, from a direct route and from Fastify', async (host) => {
      expect(await send(get(hostHeader, 'connection: close'))).toMatch(/^HTTP\/1\.1 200 /) // then it is direct
      for (const path of ['/old', '/-/unknown'])
        for (const version of ['1.0', '1.1'])
          expectRefusal(
            await send([`GET ${path} HTTP/${version}`, `host: ${host}`, '', smuggled].join('\r\n')),
            400,
            'The Host header must be a host name or an IP address',
          )
    })

    test.each([
      'localhost',
      'Site.Example',
      'site.example.',
      'site.example:443',
      'site.example:65535',
      'site.example:',
      'xn--exmple-cua.example',
      'my_container',
      '1.2.3.4',
      '127.0.0.1:3000',
      '[::1]',
      '[2001:db8::1]:3000',
      '[::ffff:127.0.0.1]:3000',
      `${'a.'.repeat(126)}b:65535`,
    ])('the Host "%s" is valid', async (host) => {
      for (const path of ['/old', '/-/health/live'])
        expect(await send(get(`host: ${host}`, 'connection: close').replace('/old', path))).toMatch(
          /^HTTP\/1\.1 200 /,
        )
    })

    test('HTTP/1.0 needs no Host', async () => {
      expect(await send('GET /old HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
    })

    test.each([
      ['no HTTP at all', '\x16\x03\x01\x02\x00\x01', 400, 'Invalid method encountered.'],
      ['an unknown method', 'BREW / HTTP/1.1\r\nhost: a\r\n\r\n', 400, 'Invalid method encountered.'],
      ['a malformed header', get('host: a', 'x-a : b'), 400, 'Invalid header token.'],
      ['two lengths', get('content-length: 0', 'content-length: 0'), 400, 'Duplicate Content-Length.'],
      ['headers that are too large', get(`x-a: ${'a'.repeat(maxHeaderSize)}`), 431, `${maxHeaderSize} bytes`],
      [
        'far too large headers',
        get(`x-a: ${'a'.repeat(100 * maxHeaderSize)}`),
        431,
        `${maxHeaderSize} bytes`,
      ],
      ['an address that is too long', `GET /${'a'.repeat(maxHeaderSize)} HTTP/1.1`, 431, 'cookies'],
      ['headers that never end', 'GET / HTTP/1.1\r\nx-slow: ', 408, 'within 1000 ms.'],
      ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n', 501, 'not a proxy'],
      ['an unknown expectation', get(hostHeader, 'expect: tea', 'connection: close'), 417, '100-continue'],
      [
        'chunk extensions that are too large',
        `POST /-/account/sign-in HTTP/1.1\r\n${hostHeader}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1;${'a'.repeat(20_000)}`,
        413,
        'chunk extensions',
      ],
    ])(
      '%s: the response says what is wrong, with the security headers',
      async (_what, bytes, status, expected) => {
        for (const address of listAddresses()) expectRefusal(await send(bytes, address), status, expected)
      },
    )

    const malformed = 'BREW / HTTP/1.1\r\nhost: a\r\n\r\n'

    async function countRefusals(reason: SecurityReason): Promise<number> {
      const headers = { authorization: `Bearer ${metricsToken}` }
      const { body } = await server().app.inject({ url: '/-/metrics', headers })
      const labels = `event="${securityEvents[reason]}",reason="${reason}"`
      return parseMetrics(body).get(`portico_security_events_total{${labels}}`) ?? 0
    }

    test.each<[SecurityReason, string]>([
      ['request-malformed', malformed],
      ['request-malformed', get(hostHeader, 'expect: tea', 'connection: close')],
      ['host-invalid', get(hostHeader, hostHeader)],
      ['host-invalid', get('host: a b')],
      ['host-invalid', get()],
      ['headers-too-large', get(`x-a: ${'a'.repeat(100 * maxHeaderSize)}`)],
      ['request-timeout', 'GET / HTTP/1.1\r\nx-slow: '],
    ])('a refusal is counted and logged as `%s`: %j', async (reason, bytes) => {
      const before = await countRefusals(reason)
      await send(bytes)
      expect(await countRefusals(reason)).toBe(before + 1)
      const line = `"security":{"event":"${securityEvents[reason]}","reason":"${reason}","path":null,"network":"`
      expect(server().logged).toContainEqual(expect.stringContaining(line))
    })

    test('a flood of refusals is counted, and does not fill the log', async () => {
      const countLines = () => server().logged.filter((line) => line.includes('"request-malformed"')).length
      const [before, lines] = [await countRefusals('request-malformed'), countLines()]
      for (let at = 0; at < 200; at += 1) await send(malformed)
      expect(await countRefusals('request-malformed')).toBe(before + 200)
      expect(countLines() - lines).toBeLessThan(10) // a first one, and one each minute
    })

    test('a CONNECT whose client has gone harms nobody', async () => {
      const [address] = listAddresses()
      for (let at = 0; at < 50; at += 1) {
        const socket = connect(address?.port ?? 0, address?.address)
        await once(socket, 'connect')
        socket.write('CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\nmore', () => socket.resetAndDestroy())
        await once(socket, 'close')
      }
      expect(await send(get(hostHeader, 'connection: close'))).toMatch(/^HTTP\/1\.1 200 /)
    })

    test('a connection that breaks is not a refusal', async () => {
      const before = await countRefusals('request-malformed')
      const [address] = listAddresses()
      for (const end of ['resetAndDestroy', 'end'] as const) {
        const socket = connect(address?.port ?? 0, address?.address)
        await once(socket, 'connect')
        socket.resume().write('GET / HTTP/1.1\r\nx-', () => socket[end]())
        await once(socket, 'close')
      }
      expect(await send(get(hostHeader, 'connection: close'))).toMatch(/^HTTP\/1\.1 200 /)
      expect(await countRefusals('request-malformed')).toBe(before)
    })

    test('garbage after a response gets a response of its own', async () => {
      const responses = await send(`${get(hostHeader)}garbage\r\n\r\n`)
      expect(responses).toMatch(/^HTTP\/1\.1 200 /)
      const at = responses.lastIndexOf('HTTP/1.1 400 ')
      expectRefusal(responses.slice(at), 400, 'Invalid method encountered.')
    })

    test.each([
      ['GET /old', 200],
      ['GET /-/health/live', 200],
      ['POST /-/account/sign-in', 400],
    ])('%s with `Connection: close` gets its response, whatever follows it', async (line, status) => {
      const headers = [hostHeader, 'content-type: application/json', 'content-length: 0', 'connection: close']
      const responses = await send([`${line} HTTP/1.1`, ...headers, '', smuggled].join('\r\n'))
      expect(responses.match(/^HTTP\/1\.1 \d+/gm)).toEqual([`HTTP/1.1 ${status}`])
      expect(responses).not.toContain('valid HTTP/1.1 request')
    })
  },
  {
    environment: async () => ({
      PUBLIC_URL: 'https://site.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'portico@site.example',
      REQUEST_DEADLINE_MS: '1000',
      METRICS_TOKEN: metricsToken,
    }),
  },
)

test('nothing is written in the middle of a response', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('begun')
  })
  explainProtocolErrors(server, { getHeaders: () => ({}), report: () => {} }, { requestDeadlineMs: 1_000 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  const socket = connect(port, '127.0.0.1')
  socket.write(get(hostHeader))
  const [begun] = await once(socket, 'data')
  socket.write('garbage\r\n\r\n')
  expect(String(begun)).toMatch(/begun$/)
  expect(await text(socket)).toBe('')
  server.close()
})
