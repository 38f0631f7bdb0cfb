import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import pLimit from 'p-limit'

const name = 'releases'
const prefix = 'site/ada'

/** Whether a path is that of an object with which a server tries the store. */
export const isTry = (path: string) => path.includes('/health/')

/** An S3-compatible store for one test; it checks signatures. */
export interface TestBucket {
  /** Environment of a server that uses it. */
  readonly environment: Readonly<Record<string, string>>
  /** Paths of the objects that were read, in order, without those with which servers try the store. */
  readonly reads: string[]
  /** Makes it unreachable. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Makes it accept requests whose method and path match, without a response. */
  hang(matches: (method: string, path: string) => boolean): Hang
  /** The same for the requests with which servers try it, which happens at any time. */
  hangWhenTried(): Hang
  /** Makes it answer 200 with something else than the truth, until the returned function is called. */
  lie(lies: Lies): () => void
  /** Makes every object so many days old. */
  age(days?: number): Promise<void>
  remove(): Promise<void>
}

/** What an S3-compatible store does wrong. Paths begin with the bucket. */
interface Lies {
  /** Other bytes than those of an object; null: 404. */
  readonly get?: (path: string, bytes: Buffer) => Buffer | null
  /** Whether it confirms an object and loses it. */
  readonly put?: (path: string) => boolean
  /** Whether it says that an object exists. */
  readonly head?: (path: string, exists: boolean) => boolean
  /** Another list. */
  readonly list?: (xml: string) => string
}

/** Requests that an S3-compatible store does not answer. */
interface Hang {
  /** Resolves once a request waits. */
  readonly waiting: Promise<void>
  /** Answers those that wait, and all others from now on. */
  end(): void
}

/** Starts an S3-compatible store with an empty bucket. */
export async function createTestBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'portico-s3-'))
  const port = await getFreePort()
  const address = '127.0.0.1'
  const create = () => new S3rver({ port, address, silent: true, directory, configureBuckets: [{ name }] })
  const reads: string[] = []
  let pass: (method: string, path: string) => Promise<void> = async () => {}
  let lies: Lies = {}
  // One at a time, because s3rver isn't atomic as S3 is: it writes an object's bytes as they arrive, and with the last
  // object of a folder it deletes the folder, with whatever is being stored there.
  const enqueue = pLimit(1)
  let server: S3rver | null = null
  const start = async () => {
    server = create()
    server.middleware.unshift(async (context, next) => {
      await pass(context.method, context.path)
      if (context.method === 'GET' && context.path.startsWith(`/${name}/`) && !isTry(context.path))
        reads.push(context.path)
      // An upload that ends early does not reach s3rver.
      if (context.method === 'PUT') context.req = Readable.from(await buffer(context.req))
      await enqueue(async () => {
        await answer(context, next, lies)
        if (context.body instanceof Readable) context.body = await buffer(context.body)
      })
    })
    await server.run()
  }
  const stop = async () => {
    await server?.close()
    server = null
  }
  const hang = (matches: (method: string, path: string) => boolean): Hang => {
    const waiting = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    pass = async (method, path) => {
      if (!matches(method, path)) return
      waiting.resolve()
      await ended.promise
    }
    return { waiting: waiting.promise, end: ended.resolve }
  }
  await start()
  return {
    environment: {
      RELEASE_STORE: `s3://${name}/${prefix}`,
      AWS_ENDPOINT_URL_S3: `http://${address}:${port}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    reads,
    start,
    stop,
    hang: (matches) => hang((method, path) => !isTry(path) && matches(method, path)),
    hangWhenTried: () => hang((_method, path) => isTry(path)),
    lie(given) {
      lies = given
      return () => {
        lies = {}
      }
    },
    async age(days = 2) {
      const then = Date.now() / 1_000 - days * 24 * 3_600
      const entries = await readdir(directory, { recursive: true, withFileTypes: true })
      for (const entry of entries)
        if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), then, then)
    },
    async remove() {
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

type Middleware = S3rver['middleware'][number]

async function answer(
  context: Parameters<Middleware>[0],
  next: () => Promise<unknown>,
  { get, put, head, list }: Lies,
): Promise<void> {
  const { method, path, query } = context
  if (method === 'PUT' && put?.(path)) {
    await buffer(context.req)
    context.status = 200
    return
  }
  await next()
  const isList = 'list-type' in query
  if (method === 'HEAD' && head !== undefined) context.status = head(path, context.status === 200) ? 200 : 404
  if (method !== 'GET' || context.status !== 200) return
  const { body } = context
  if (isList && list !== undefined) context.body = list(String(body))
  if (isList || get === undefined) return
  const bytes = get(
    path,
    typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body) : await buffer(body),
  )
  context.remove('content-length')
  if (bytes === null) context.status = 404
  else context.body = bytes
}
