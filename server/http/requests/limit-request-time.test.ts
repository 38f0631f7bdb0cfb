import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAdminToken } from '../../testing/api-client.ts'
import { packRemote } from '../../testing/archives.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createUploads } from '../../testing/uploads.ts'

const never = '200000' // longer than a test
// A busy machine may take part of this between a connection and its headers, and the upload's have to arrive in time.
const deadlineMs = 1_000

describeWithServer(
  'a request that arrives too slowly',
  (server) => {
    const { publishShell } = createUploads(server)
    const opened: Socket[] = []
    beforeAll(async () => {
      await publishShell()
      await server().app.listen({ port: 0, host: '127.0.0.1' })
    })
    afterAll(() => {
      for (const socket of opened) socket.destroy()
    })

    async function open(head: string): Promise<Socket> {
      const [address] = server().app.addresses()
      const socket = connect(typeof address === 'object' ? address.port : 0, '127.0.0.1')
      opened.push(socket)
      await once(socket, 'connect')
      socket.write(head)
      return socket
    }
    const post = (path: string, ...headers: string[]) =>
      open([`POST ${path} HTTP/1.1`, 'host: 127.0.0.1', ...headers, '', ''].join('\r\n'))

    test.concurrent.each([
      ['with a length', 'content-length: 20'],
      ['in chunks', 'transfer-encoding: chunked'],
    ])('a body %s that never ends gets 408, and the connection is closed', async (_how, header) => {
      const socket = await post('/-/account/sign-in', 'content-type: application/json', header)
      const response = await text(socket)
      expect(response).toMatch(/^HTTP\/1\.1 408 /)
      expect(response).toContain('"code":"request-timeout"')
      expect(response).toContain(`The whole request has to arrive within ${deadlineMs} ms.`)
    })

    test.concurrent('headers that never end get 408, and the connection is closed', async () => {
      const socket = await open('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ')
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /)
    })

    test.concurrent('a connection on which nothing is sent is closed', async () => {
      expect(await text(await open(''))).toMatch(/^(HTTP\/1\.1 408 |$)/)
    })

    test.concurrent.each([
      ['to an unknown address', '/-/unknown'],
      ['of an upload without a token', '/-/releases/new/1.4.0/check'],
    ])('a body %s that never ends is not awaited after the response', async (_what, path) => {
      const socket = await post(path, 'content-type: application/gzip', 'content-length: 20')
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d /)
    })

    test.concurrent.each([
      ['POST /-/account/sign-in', 'application/json'],
      ['POST /-/account/sign-in', 'application/x-www-form-urlencoded'],
      ['PUT /-/releases/slow/1.2.0', 'application/gzip'],
    ])('%s with the type %s and no body gets an error at once', async (request, type) => {
      const head = [
        `${request} HTTP/1.1`,
        'host: 127.0.0.1',
        'connection: close',
        `authorization: Bearer ${readAdminToken(server())}`,
        `content-type: ${type}`,
      ]
      const response = await text(await open(`${head.join('\r\n')}\r\n\r\n`))
      expect(response).toMatch(/^HTTP\/1\.1 4\d\d /)
      expect(response).not.toContain('timeout')
    })

    test.concurrent('the upload of a release may take longer, because it has its own deadlines', async () => {
      const archive = await packRemote('slow', { version: '1.3.0', pages: [{ path: '/slow' }] })
      const head = [
        'PUT /-/releases/slow/1.3.0 HTTP/1.1',
        'host: 127.0.0.1',
        'connection: close',
        `authorization: Bearer ${readAdminToken(server())}`,
        'content-type: application/gzip',
        `content-length: ${archive.length}`,
      ]
      const upload = await open(`${head.join('\r\n')}\r\n\r\n`)
      upload.write(archive.subarray(0, 10))
      // Two requests that begin after the upload run into the deadline before it continues.
      for (const _ of [1, 2])
        await text(await post('/-/account/sign-in', 'content-type: application/json', 'content-length: 9'))
      upload.write(archive.subarray(10))
      expect(await text(upload)).toMatch(/^HTTP\/1\.1 201 /)
    })
  },
  {
    environment: async () => ({
      REQUEST_DEADLINE_MS: String(deadlineMs),
      UPLOAD_IDLE_MS: never,
      UPLOAD_DEADLINE_MS: never,
    }),
  },
)
