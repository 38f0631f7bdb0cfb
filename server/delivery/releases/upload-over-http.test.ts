import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { ProblemSchema } from '@portico/shared/account/problem.ts'
import { type Header, pack } from 'tar-stream'
import * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { adminTokenOf } from '../../testing/api-client.ts'
import { archiveOf, type Entry, filesOfRemote } from '../../testing/archives.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { makeUploads } from '../../testing/uploads.ts'

const mebibyte = 1024 * 1024
const gibibyte = 1024 * mebibyte
// What a refused upload may have sent before it hears of it: the limit, and what lies in buffers of both sides.
const mostSent = 40 * mebibyte

describeWithServer('an upload over a connection', (server) => {
  const { withShell, everything } = makeUploads(server)
  let origin = ''
  beforeAll(async () => {
    await withShell()
    origin = await server().app.listen({ port: 0, host: '127.0.0.1' })
  })

  function put(headers: Record<string, string> = {}): ClientRequest {
    return request(`${origin}/-/releases/new/1.3.0`, {
      method: 'PUT',
      agent: false,
      headers: {
        authorization: `Bearer ${adminTokenOf(server())}`,
        'content-type': 'application/gzip',
        ...headers,
      },
    })
  }

  /** Sends until it is answered. */
  async function answerTo(call: ClientRequest, chunks: AsyncIterable<Buffer> | Iterable<Buffer>) {
    const answered = once(call, 'response')
    let isAnswered = false
    const done = () => {
      isAnswered = true
    }
    answered.then(done, done)
    call.on('error', done) // the server closes a connection whose body it does not want
    let sent = 0
    for await (const chunk of chunks) {
      if (isAnswered) break
      sent += chunk.length
      if (!call.write(chunk)) await Promise.race([once(call, 'drain').catch(done), answered.catch(done)])
    }
    call.end()
    const [response]: IncomingMessage[] = await answered
    if (response === undefined) throw new Error('There was no answer.')
    const problem = v.parse(ProblemSchema, await json(response))
    call.destroy()
    return { status: response.statusCode, problem, sent }
  }

  async function expectRefused(code: string, call: ClientRequest, chunks: Parameters<typeof answerTo>[1]) {
    const before = await everything()
    const answer = await answerTo(call, chunks)
    expect([answer.problem.code, answer.problem.status]).toEqual([code, answer.status])
    expect(await everything()).toEqual(before)
    return answer
  }

  function* zeros(bytes: number) {
    const chunk = Buffer.alloc(mebibyte)
    for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk
  }

  test('of 1 GB is refused before it is sent, where it says so', async () => {
    const call = put({ 'content-length': String(gibibyte) })
    const { status, sent } = await expectRefused('payload-too-large', call, zeros(gibibyte))
    expect(status).toBe(413)
    expect(sent).toBeLessThan(mostSent)
  })

  test('of 1 GB that does not say so is refused at 20 MiB of a sound archive', async () => {
    const archive = pack()
    const noise = randomBytes(mebibyte) // which no packing makes smaller
    const zipped = archive
      .on('error', () => {})
      .pipe(createGzip({ level: 1 }))
      .on('error', () => {})
    const entry = archive.entry({ name: 'remote.js', size: gibibyte })
    const feed = async () => {
      for (let written = 0; written < gibibyte && !archive.destroyed; written += noise.length)
        if (!entry.write(noise)) await once(entry, 'drain')
    }
    const feeding = feed().catch(() => {}) // ended by the refusal
    const { status, sent } = await expectRefused('payload-too-large', put(), zipped)
    archive.destroy()
    entry.destroy()
    await feeding
    expect(status).toBe(413)
    expect(sent).toBeGreaterThan(19 * mebibyte)
    expect(sent).toBeLessThan(mostSent)
  })

  const sound = filesOfRemote('new', { version: '1.3.0' })
  const named = (header: Partial<Header>): Entry => [header, '']
  test.each<{ readonly what: string; readonly entries: readonly Entry[]; readonly code?: string }>([
    { what: 'a path out of the folder', entries: [['../../evil.js', 'x']] },
    { what: 'an absolute path', entries: [['/etc/evil.js', 'x']] },
    { what: 'a symbolic link', entries: [named({ name: 'a.js', type: 'symlink', linkname: '/etc/passwd' })] },
    { what: 'a hard link', entries: [named({ name: 'a.js', type: 'link', linkname: 'remote.js' })] },
    { what: 'a device', entries: [named({ name: 'a.js', type: 'block-device' })] },
    { what: 'a name twice but for its case', entries: [['Remote.js', 'x']] },
    { what: '10,000 files', entries: Array.from({ length: 10_000 }, (_, at): Entry => [`f${at}.js`, '']) },
    { what: 'a bomb', entries: [['a.js', Buffer.alloc(70 * mebibyte)]], code: 'payload-too-large' },
  ])('with $what is refused', async ({ entries, code = 'archive-invalid' }) => {
    await expectRefused(code, put(), [await archiveOf([...sound, ...entries])])
  })

  test('that is cut off is refused, as an archive and as a connection', async () => {
    const archive = await archiveOf(sound)
    await expectRefused('archive-invalid', put(), [archive.subarray(0, archive.length / 2)])
    const before = await everything()
    const call = put({ 'content-length': String(archive.length) })
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    call.on('error', () => {}).on('close', resolve)
    call.write(archive.subarray(0, archive.length / 2), () => call.destroy())
    await closed
    const sent = await answerOk(archive)
    expect(sent).toBe(201)
    const { releases } = await everything()
    expect(releases).toHaveLength(before.releases.length + 1)
  })

  /** After everything that was refused: the same archive, whole. */
  async function answerOk(archive: Buffer): Promise<number | undefined> {
    const call = put()
    call.end(archive)
    const [response]: IncomingMessage[] = await once(call, 'response')
    response?.resume()
    return response?.statusCode
  }
})
