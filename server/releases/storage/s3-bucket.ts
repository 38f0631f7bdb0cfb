import { hash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import * as v from 'valibot'
import type { Configuration } from '../../configuration/configuration.ts'
import { readAtMost } from '../../http/read-at-most.ts'

const retries = 3 // of retryable responses: about a second in total
const timeoutMs = 30_000
const maxBytes = 64 * 1024 * 1024 // an unpacked release has less

/** The release store failed; the message names the store and its response. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError'
}

interface ListedObject {
  readonly key: string
  /** By the store's clock, because this machine's may have jumped. */
  readonly ageMs: number
}

/** Objects of an S3-compatible store below the configured prefix. */
export interface Bucket {
  put(key: string, bytes: Buffer): Promise<void>
  /** null: there is no such object. */
  get(key: string): Promise<Buffer | null>
  has(key: string): Promise<boolean>
  delete(key: string): Promise<void>
  list(prefix?: string): AsyncGenerator<ListedObject>
}

type BucketLocation = NonNullable<Configuration['releaseStore']>

/** Connects to the configured store, with path-style addresses because every S3-compatible store accepts them. */
export function openBucket({ bucket, prefix, endpoint, ...account }: BucketLocation): Bucket {
  const client = new AwsClient({ ...account, service: 's3', retries })
  const root = `${endpoint}/${bucket}`
  const getUrl = (key: string) => `${root}/${prefix}${key}`

  async function request(method: string, url: string, body?: Buffer): Promise<Response> {
    const headers = { 'x-amz-content-sha256': hash('sha256', body ?? '') }
    const signal = AbortSignal.timeout(timeoutMs)
    // A signature is for one host, so a redirect can't lead to the object; it might lead to a service in the server's network.
    const init = { method, headers, signal, redirect: 'manual' } as const
    try {
      return await client.fetch(url, { ...init, ...(body && { body: new Uint8Array(body) }) })
    } catch (cause) {
      throw new StoreUnavailableError(`${root} does not respond.`, { cause })
    }
  }

  async function expectOk(response: Response, method: string, key: string): Promise<Response> {
    if (response.ok) return response
    const code = (await parseXml(ErrorSchema, await readBody(response, root)))?.Error.Code ?? ''
    throw new StoreUnavailableError(
      `${root} responded with ${response.status} ${code} to ${method} ${prefix}${key}.`,
    )
  }

  return {
    async put(key, bytes) {
      await expectOk(await request('PUT', getUrl(key), bytes), 'PUT', key)
    },
    async get(key) {
      const response = await request('GET', getUrl(key))
      if (response.status === 404) return null
      return readBody(await expectOk(response, 'GET', key), root)
    },
    async has(key) {
      const response = await request('HEAD', getUrl(key))
      return response.status !== 404 && (await expectOk(response, 'HEAD', key)).ok
    },
    async delete(key) {
      await expectOk(await request('DELETE', getUrl(key)), 'DELETE', key)
    },
    async *list(below = '') {
      let continuation: string | undefined = ''
      while (continuation !== undefined) {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix: prefix + below,
          ...(continuation && { 'continuation-token': continuation }),
        })
        const response = await expectOk(await request('GET', `${root}?${query}`), 'LIST', '')
        const result = (await parseXml(ListSchema, await readBody(response, root)))?.ListBucketResult
        if (result === undefined)
          throw new StoreUnavailableError(`${root} sent a list that is not valid XML.`)
        const now = Date.parse(response.headers.get('date') ?? '') || Date.now()
        for (const { Key, LastModified } of result.Contents)
          if (Key.startsWith(prefix))
            yield { key: Key.slice(prefix.length), ageMs: now - Date.parse(LastModified) }
        if (result.NextContinuationToken === continuation)
          throw new StoreUnavailableError(`${root} sent a list that does not end.`)
        continuation = result.NextContinuationToken
      }
    },
  }
}

/** The whole body; the connection may end early, and a broken store may never end it. */
async function readBody(response: Response, root: string): Promise<Buffer> {
  const body = await readAtMost(response.body, maxBytes).catch((cause: unknown) => {
    throw new StoreUnavailableError(`${root} did not finish its response.`, { cause })
  })
  if (body === null) throw new StoreUnavailableError(`${root} sent more than ${maxBytes} bytes.`)
  return body
}

const ErrorSchema = v.object({ Error: v.object({ Code: v.string() }) })
const ContentsSchema = v.array(v.object({ Key: v.string(), LastModified: v.string() }))
const ListSchema = v.object({
  ListBucketResult: v.object({
    Contents: v.optional(ContentsSchema, []),
    NextContinuationToken: v.optional(v.string()),
  }),
})

/** Parses XML by a schema; undefined if it doesn't match. */
async function parseXml<Schema extends v.GenericSchema>(
  schema: Schema,
  xml: Buffer,
): Promise<v.InferOutput<Schema> | undefined> {
  if (xml.includes('<!DOCTYPE')) return undefined // no store sends one, and its entities could grow without end
  const { XMLParser } = await import('fast-xml-parser') // loaded only if a bucket is used
  const parser = new XMLParser({
    parseTagValue: false, // a key such as 1.10 stays text
    isArray: (name) => name === 'Contents',
  })
  try {
    const parsed = v.safeParse(schema, parser.parse(xml.toString()))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined // not XML at all
  }
}
