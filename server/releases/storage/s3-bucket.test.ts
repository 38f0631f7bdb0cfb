import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openBucket } from './s3-bucket.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
}

/** A bucket in a store that answers as `handle` says. */
async function open(handle: RequestListener) {
  const endpoint = await listen(handle)
  const account = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'us-east-1' }
  return openBucket({ bucket: 'site', prefix: '', endpoint, ...account })
}

async function list(bucket: Awaited<ReturnType<typeof open>>): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of bucket.list()) keys.push(key)
  return keys
}

test('an object that never ends is not read into memory', async () => {
  const megabyte = Buffer.alloc(1024 * 1024)
  let sent = 0
  const bucket = await open((_request, response) => {
    const send = () => {
      while (!response.destroyed && response.write(megabyte)) sent += 1
    }
    response.on('drain', send)
    send()
  })
  await expect(bucket.get('endless')).rejects.toThrow('sent more than 67108864 bytes.')
  expect(sent).toBeLessThan(200)
})

test('a redirect is not followed', async () => {
  let requests = 0
  const elsewhere = await listen((_request, response) => {
    requests += 1
    response.end('internal')
  })
  const bucket = await open((_request, response) => {
    response.writeHead(307, { location: `${elsewhere}/internal` }).end()
  })
  for (const ask of [bucket.get, bucket.has, bucket.delete])
    await expect(ask('moved')).rejects.toThrow('responded with 307')
  expect(requests).toBe(0)
})

test('a list that always continues ends', async () => {
  const bucket = await open((_request, response) =>
    response.end('<ListBucketResult><NextContinuationToken>a</NextContinuationToken></ListBucketResult>'),
  )
  await expect(list(bucket)).rejects.toThrow('sent a list that does not end.')
})

test('a list with entities of its own is not read', async () => {
  const contents = '<Contents><Key>&a;</Key><LastModified>2026-11-25T00:00:00Z</LastModified></Contents>'
  const bucket = await open((_request, response) =>
    response.end(
      `<!DOCTYPE l [<!ENTITY a "${'a'.repeat(1000)}">]><ListBucketResult>${contents}</ListBucketResult>`,
    ),
  )
  await expect(list(bucket)).rejects.toThrow('sent a list that is not valid XML.')
})
