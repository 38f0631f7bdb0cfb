import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createUploads } from '../../testing/uploads.ts'

const smuggled = 'GET /-/health/live HTTP/1.1\r\nhost: site.example\r\nconnection: close\r\n\r\n'
const chunked = 'transfer-encoding: chunked'

describeWithServer('a request whose end is ambiguous', (server) => {
  beforeAll(async () => {
    await createUploads(server).publishShell()
    await server().app.listen({ port: 0, host: '127.0.0.1' })
  })

  /** All responses to these bytes, until the connection is closed. */
  async function send(bytes: string): Promise<string> {
    const [address] = server().app.addresses()
    const socket = connect(typeof address === 'object' ? address.port : 0, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(bytes, 'latin1')
    return text(socket)
  }
  const post = (headers: readonly string[], body: string) =>
    send(['POST /-/nothing HTTP/1.1', 'host: site.example', ...headers, '', body].join('\r\n'))

  test.each([
    ['both a length and chunks', ['content-length: 4', chunked], `0\r\n\r\n${smuggled}`],
    ['two lengths', ['content-length: 0', `content-length: ${smuggled.length}`], smuggled],
    ['a list of lengths', ['content-length: 0, 0'], smuggled],
    ['a length with a sign', ['content-length: +0'], smuggled],
    ['a length that is no number', ['content-length: 0x0'], smuggled],
    [
      'chunks that are not the last encoding',
      ['transfer-encoding: chunked, identity'],
      `0\r\n\r\n${smuggled}`,
    ],
    ['an unknown encoding', ['transfer-encoding: xchunked'], `0\r\n\r\n${smuggled}`],
    ['a space before the colon', ['transfer-encoding : chunked'], `0\r\n\r\n${smuggled}`],
    ['a control character before the value', ['transfer-encoding:\x0bchunked'], `0\r\n\r\n${smuggled}`],
    ['a folded header', ['x-a: b', ` ${chunked}`], `0\r\n\r\n${smuggled}`],
    ['a header that ends with a bare CR', [`x-a: b\r${chunked}`], `0\r\n\r\n${smuggled}`],
    ['a header that ends with a bare LF', [`x-a: b\n${chunked}`], `0\r\n\r\n${smuggled}`],
    ['a NUL in a header', ['x-a: b\x00c'], smuggled],
    ['a chunk whose size is no number', [chunked], `0x0\r\n\r\n${smuggled}`],
    ['a chunk whose size overflows', [chunked], `ffffffffffffffff0\r\n\r\n${smuggled}`],
    ['a chunk that is longer than its size', [chunked], `1\r\nxx\r\n0\r\n\r\n${smuggled}`],
    ['a chunk extension that ends with a bare LF', [chunked], `0;a\n\r\n${smuggled}`],
  ])('%s: nothing after it is a request', async (_what, headers, body) => {
    const responses = await post(headers, body)
    expect(responses).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(responses).not.toContain('HTTP/1.1 200 ')
  })

  test('a complete body is followed by the next request', async () => {
    expect(await post([chunked], `0\r\n\r\n${smuggled}`)).toContain('HTTP/1.1 200 OK')
  })
})
