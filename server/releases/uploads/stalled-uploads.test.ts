import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { ProblemSchema } from '@portico/kit/account/problem.ts'
import { patience } from '@portico/kit/testing/patience.ts'
import { CreatedTokenSchema } from '@portico/protocol/tokens/token-api.ts'
import * as v from 'valibot'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readAdminToken } from '../../testing/api-client.ts'
import { packRemote } from '../../testing/archives.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { createUploads } from '../../testing/uploads.ts'

const never = '200000' // longer than a test
const parseProblem = v.parser(v.pipe(v.string(), v.parseJson(), ProblemSchema))

/** Uploads over real connections, which may stall. */
function useConnections(server: () => TestServer) {
  const { publishShell, readState, client } = createUploads(server)
  const opened: ClientRequest[] = []
  let origin = ''
  beforeAll(async () => {
    await publishShell()
    origin = await server().app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => {
    for (const upload of opened.splice(0)) upload.destroy()
  })

  function open(remote: string, token: string): ClientRequest {
    const upload = request(`${origin}/-/releases/${remote}/1.3.0`, {
      method: 'PUT',
      agent: false,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
    })
    opened.push(upload)
    return upload.on('error', () => {}) // destroyed by the test, or closed by the server after its response
  }

  /** Sends the first bytes of an archive and never continues. */
  function stall(remote: string, token: string): ClientRequest {
    const upload = open(remote, token)
    upload.write(Buffer.from([0x1f, 0x8b]))
    return upload
  }

  return {
    readState,
    stall,
    async publish(remote: string, token: string) {
      const upload = open(remote, token)
      upload.end(await packRemote(remote, { version: '1.3.0', pages: [{ path: `/${remote}` }] }))
      return (await readResponse(upload)).status
    },
    /** Stalls uploads until one is refused: then the others have all slots, and all places to wait for one. */
    async stallUntilRefused(remotes: readonly string[], token: string) {
      const stalled = Array.from({ length: 20 }, (_, n) => stall(remotes[n % remotes.length] ?? '', token))
      return parseProblem((await Promise.race(stalled.map(readResponse))).body)
    },
    async createToken(name: string, ...scopes: readonly string[]) {
      const created = await client().post('/-/tokens', { name, scopes })
      return v.parse(CreatedTokenSchema, created.json()).secret
    },
  }
}

async function readResponse(upload: ClientRequest) {
  const [response]: IncomingMessage[] = await once(upload, 'response')
  if (response === undefined) throw new Error('There was no response.')
  return { status: response.statusCode, body: await text(response) }
}

describe.each([
  {
    limit: 'UPLOAD_IDLE_MS',
    environment: { UPLOAD_IDLE_MS: '200', UPLOAD_DEADLINE_MS: never },
    detail: 'Expected more of the archive within 200 ms; nothing came after 2 bytes.',
  },
  {
    limit: 'UPLOAD_DEADLINE_MS',
    environment: { UPLOAD_IDLE_MS: never, UPLOAD_DEADLINE_MS: '200' },
    detail: 'Expected the whole archive within 200 ms; got 2 bytes.',
  },
])('$limit', ({ environment, detail }) => {
  describeWithServer(
    'of an upload',
    (server) => {
      const { stall, publish, readState } = useConnections(server)

      test('a stalled upload gets 408 with a hint and stores nothing, and the next one works', async () => {
        const before = await readState()
        const token = readAdminToken(server())
        const { status, body } = await readResponse(stall('new', token))
        expect([status, parseProblem(body)]).toMatchObject([
          408,
          {
            code: 'upload-timeout',
            detail,
            hint: expect.stringMatching(/^Nothing was stored\. Check the connection .+ again\.$/),
          },
        ])
        expect(await readState()).toEqual(before)
        expect(await publish('new', token)).toBe(201)
      })
    },
    { environment: async () => environment },
  )
})

describeWithServer(
  'stalled uploads of one team',
  (server) => {
    const { createToken, publish, stallUntilRefused } = useConnections(server)

    test('of one remote leave slots for other remotes, even with the same token', async () => {
      const token = readAdminToken(server())
      expect(await stallUntilRefused(['stalled'], token)).toMatchObject({
        code: 'too-many-uploads',
        status: 429,
        detail: expect.stringContaining('uploads of stalled'),
        hint: expect.stringContaining('Wait until they have finished'),
        retryAfterSeconds: 10,
      })
      expect(await publish('other', token)).toBe(201)
    })

    test('of many remotes leave slots for other tokens', async () => {
      const many = Array.from({ length: 10 }, (_, n) => `stalled-${n}`)
      expect(await stallUntilRefused(many, await createToken('a team', 'publish:*'))).toMatchObject({
        code: 'too-many-uploads',
        detail: expect.stringContaining('uploads with the token "a team"'),
      })
      expect(await publish('another', await createToken('another team', 'publish:another'))).toBe(201)
    })

    test('that were aborted leave their slots', async () => {
      const token = readAdminToken(server())
      await expect.poll(() => publish('stalled', token), patience).toBe(201) // the machine may be busy
    })
  },
  { environment: async () => ({ UPLOAD_IDLE_MS: never, UPLOAD_DEADLINE_MS: never }) },
)
