import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'

const name = 'releases'
const prefix = 'site/ada'

/** An S3-compatible store for one test; it checks signatures. */
export interface TestBucket {
  /** Environment of a server that uses it. */
  readonly environment: Readonly<Record<string, string>>
  /** Paths of the objects that were read, in order. */
  readonly reads: string[]
  /** Makes it unreachable. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Makes it accept requests whose method and path match, without a response. */
  hang(matches: (method: string, path: string) => boolean): Hang
  /** Makes every object two days old. */
  age(): Promise<void>
  remove(): Promise<void>
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
  let server: S3rver | null = null
  const start = async () => {
    server = create()
    server.middleware.unshift(async (context, next) => {
      await pass(context.method, context.path)
      if (context.method === 'GET' && context.path.startsWith(`/${name}/`)) reads.push(context.path)
      return next()
    })
    await server.run()
  }
  const stop = async () => {
    await server?.close()
    server = null
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
    hang(matches) {
      const waiting = Promise.withResolvers<void>()
      const ended = Promise.withResolvers<void>()
      pass = async (method, path) => {
        if (!matches(method, path)) return
        waiting.resolve()
        await ended.promise
      }
      return { waiting: waiting.promise, end: ended.resolve }
    },
    async age() {
      const then = Date.now() / 1_000 - 2 * 24 * 3_600
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
