import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { Configuration } from '../../configuration/configuration.ts'

const retries = 3 // of answers that say "later": about a second in all
const timeoutMs = 30_000

/** The store of releases did not do what was asked; the message names the store and what it answered. */
export class BucketError extends Error {
  override name = 'BucketError'
}

/** An object in a list. */
interface ListedObject {
  readonly key: string
  /** Milliseconds since 1970. */
  readonly writtenAt: number
}

/** Objects of an S3-compatible store below the configured prefix. */
export interface Bucket {
  put(key: string, bytes: Buffer): Promise<void>
  /** null: there is none. */
  get(key: string): Promise<Buffer | null>
  has(key: string): Promise<boolean>
  delete(key: string): Promise<void>
  list(below?: string): AsyncGenerator<ListedObject>
}

/** Talks to the store that the configuration names, with path-style addresses: every store takes them. */
export function openBucket({
  bucket,
  prefix,
  endpoint,
  ...account
}: NonNullable<Configuration['releaseStore']>): Bucket {
  const client = new AwsClient({ ...account, service: 's3', retries })
  const root = `${endpoint}/${bucket}`
  const address = (key: string) => `${root}/${prefix}${key}`

  async function ask(method: string, url: string, body?: Buffer): Promise<Response> {
    const headers = {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    }
    const signal = AbortSignal.timeout(timeoutMs)
    const init = { method, headers, signal, ...(body && { body: new Uint8Array(body) }) }
    try {
      return await client.fetch(url, init)
    } catch (cause) {
      throw new BucketError(`${root} does not answer.`, { cause })
    }
  }

  async function expectOk(response: Response, method: string, key: string): Promise<Response> {
    if (response.ok) return response
    const code = /<Code>([A-Za-z]+)<\/Code>/.exec(await response.text())?.[1] ?? ''
    throw new BucketError(`${root} answers ${response.status} ${code} to ${method} ${prefix}${key}.`)
  }

  return {
    async put(key, bytes) {
      await expectOk(await ask('PUT', address(key), bytes), 'PUT', key)
    },
    async get(key) {
      const response = await ask('GET', address(key))
      if (response.status === 404) return null
      return Buffer.from(await (await expectOk(response, 'GET', key)).arrayBuffer())
    },
    async has(key) {
      const response = await ask('HEAD', address(key))
      return response.status !== 404 && (await expectOk(response, 'HEAD', key)).ok
    },
    async delete(key) {
      await expectOk(await ask('DELETE', address(key)), 'DELETE', key)
    },
    async *list(below = '') {
      let next: string | undefined = ''
      while (next !== undefined) {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix: prefix + below,
          ...(next && { 'continuation-token': next }),
        })
        const xml = await (await expectOk(await ask('GET', `${root}?${query}`), 'LIST', '')).text()
        yield* objectsIn(xml, prefix)
        next = /<NextContinuationToken>([^<]+)</.exec(xml)?.[1]
      }
    },
  }
}

// Keys of ours have no sign that XML would escape.
function* objectsIn(xml: string, prefix: string): Generator<ListedObject> {
  for (const [, contents = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = /<Key>([^<]+)<\/Key>/.exec(contents)?.[1]
    const written = /<LastModified>([^<]+)<\/LastModified>/.exec(contents)?.[1]
    if (key?.startsWith(prefix) && written !== undefined)
      yield { key: key.slice(prefix.length), writtenAt: Date.parse(written) }
  }
}
