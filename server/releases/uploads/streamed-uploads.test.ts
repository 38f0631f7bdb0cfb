import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { ProblemSchema } from '@portico/kit/account/problem.ts'
import { patience } from '@portico/kit/testing/patience.ts'
import type { TarHeader } from '@portico/protocol/release/tar-archive.ts'
import * as v from 'valibot'
import { beforeAll, expect, test, vi } from 'vitest'
import { createApiClient, readAdminToken } from '../../testing/api-client.ts'
import { type Entry, getRemoteFiles, packArchive } from '../../testing/archives.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createUploads } from '../../testing/uploads.ts'

const mebibyte = 1024 * 1024
const gibibyte = 1024 * mebibyte
// What a rejected upload may have sent before it gets the response: the limit, and the buffers of both sides.
const maxSent = 40 * mebibyte

describeWithServer('uploads over a connection', (server) => {
  const { publishShell, readState } = createUploads(server)
  let origin = ''
  beforeAll(async () => {
    await publishShell()
    origin = await server().app.listen({ port: 0, host: '127.0.0.1' })
  })

  function put(headers: Record<string, string> = {}, version = '1.3.0'): ClientRequest {
    return request(`${origin}/-/releases/new/${version}`, {
      method: 'PUT',
      agent: false,
      headers: {
        authorization: `Bearer ${readAdminToken(server())}`,
        'content-type': 'application/gzip',
        ...headers,
      },
    })
  }

  /** Sends chunks until the response arrives. */
  async function sendUntilResponse(upload: ClientRequest, chunks: AsyncIterable<Buffer> | Iterable<Buffer>) {
    const responded = once(upload, 'response')
    let hasResponse = false
    const done = () => {
      hasResponse = true
    }
    responded.then(done, done)
    upload.on('error', done) // the server closes the connection of a rejected upload
    let sent = 0
    for await (const chunk of chunks) {
      if (hasResponse) break
      sent += chunk.length
      if (!upload.write(chunk)) await Promise.race([once(upload, 'drain').catch(done), responded.catch(done)])
    }
    upload.end()
    const [response]: IncomingMessage[] = await responded
    if (response === undefined) throw new Error('There was no response.')
    const problem = v.parse(ProblemSchema, await json(response))
    upload.destroy()
    return { status: response.statusCode, problem, sent }
  }

  async function expectRejected(
    code: string,
    upload: ClientRequest,
    chunks: Parameters<typeof sendUntilResponse>[1],
  ) {
    const before = await readState()
    const response = await sendUntilResponse(upload, chunks)
    expect([response.problem.code, response.problem.status]).toEqual([code, response.status])
    expect(await readState()).toEqual(before)
    return response
  }

  function* zeros(bytes: number) {
    const chunk = Buffer.alloc(mebibyte)
    for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk
  }

  test('an upload that declares 1 GB is rejected before it is sent', async () => {
    const upload = put({ 'content-length': String(gibibyte) })
    const { status, sent } = await expectRejected('payload-too-large', upload, zeros(gibibyte))
    expect(status).toBe(413)
    expect(sent).toBeLessThan(maxSent)
  })

  test('an undeclared upload of 1 GB is rejected after 20 MiB', async () => {
    const noise = randomBytes(mebibyte) // incompressible
    const zipped = Readable.from(Array.from({ length: 1024 }, () => noise)).pipe(createGzip({ level: 0 }))
    const { status, sent } = await expectRejected('payload-too-large', put(), zipped)
    expect(status).toBe(413)
    expect(sent).toBeGreaterThan(19 * mebibyte)
    expect(sent).toBeLessThan(maxSent)
  })

  const validFiles = getRemoteFiles('new', { version: '1.3.0' })
  const createEntry = (header: Partial<TarHeader>): Entry => [header, '']
  test.each<{ readonly what: string; readonly entries: readonly Entry[] }>([
    { what: 'a path outside the folder', entries: [['../../evil.js', 'x']] },
    { what: 'an absolute path', entries: [['/etc/evil.js', 'x']] },
    {
      what: 'a symbolic link',
      entries: [createEntry({ name: 'a.js', type: 'symlink', linkname: '/etc/passwd' })],
    },
    { what: 'a hard link', entries: [createEntry({ name: 'a.js', type: 'link', linkname: 'remote.js' })] },
    { what: 'a device', entries: [createEntry({ name: 'a.js', type: 'block-device' })] },
    { what: 'two names that differ only in case', entries: [['Remote.js', 'x']] },
    { what: '2,001 files', entries: Array.from({ length: 2_001 }, (_, at): Entry => [`f${at}.js`, '']) },
  ])('an upload with $what is rejected', async ({ entries }) => {
    await expectRejected('archive-invalid', put(), [await packArchive([...validFiles, ...entries])])
  })

  test('a decompression bomb is rejected before it is unpacked', async () => {
    const bomb = await packArchive([...validFiles, ['zeros.js', Buffer.alloc(70 * mebibyte)]])
    expect(bomb.length).toBeLessThan(mebibyte)
    const { problem } = await expectRejected('payload-too-large', put(), [bomb])
    expect(problem.detail).toContain('60 MiB unpacked')
  })

  test('a truncated upload and an aborted connection are rejected', async () => {
    const archive = await packArchive(validFiles)
    await expectRejected('archive-invalid', put(), [archive.subarray(0, archive.length / 2)])
    const before = await readState()
    const upload = put({ 'content-length': String(archive.length) })
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    upload.on('error', () => {}).on('close', resolve)
    upload.write(archive.subarray(0, archive.length / 2), () => upload.destroy())
    await closed
    const sent = await sendArchive(archive)
    expect(sent).toBe(201)
    const { releases } = await readState()
    expect(releases).toHaveLength(before.releases.length + 1)
  })

  test('a token that is revoked while its upload runs publishes nothing', async () => {
    const admin = createApiClient(server(), readAdminToken(server()))
    const { id, secret } = (await admin.post('/-/tokens', { name: 'leaked', scopes: ['publish:new'] })).json()
    const isUsed = async () => {
      const { tokens } = (await admin.get('/-/tokens')).json()
      expect(tokens).toContainEqual(expect.objectContaining({ id, lastUsedAt: expect.any(Number) }))
    }
    const archive = await packArchive(getRemoteFiles('new', { version: '1.3.1' }))
    const upload = put({ authorization: `Bearer ${secret}` }, '1.3.1')
    async function* revokeHalfway() {
      yield archive.subarray(0, archive.length / 2)
      await vi.waitFor(isUsed, patience)
      expect((await admin.delete(`/-/tokens/${id}`)).statusCode).toBe(204)
      yield archive.subarray(archive.length / 2)
    }
    const before = await readState()
    const { problem } = await sendUntilResponse(upload, revokeHalfway())
    expect(problem).toMatchObject({ status: 401, code: 'token-invalid' })
    expect((await readState()).releases).toEqual(before.releases)
  })

  /** Uploads the complete archive. */
  async function sendArchive(archive: Buffer): Promise<number | undefined> {
    const upload = put()
    upload.end(archive)
    const [response]: IncomingMessage[] = await once(upload, 'response')
    response?.resume()
    return response?.statusCode
  }
})
