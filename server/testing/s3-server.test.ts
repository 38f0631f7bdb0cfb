import disk from 'node:fs/promises'
import { request } from 'node:http'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfiguration } from '../configuration/configuration.ts'
import { openBucket } from '../releases/storage/s3-bucket.ts'
import { createTestBucket, type TestBucket } from './s3-server.ts'

let store: TestBucket
beforeAll(async () => {
  store = await createTestBucket()
})
afterAll(() => store.remove())

const openStore = () => {
  const { releaseStore } = readConfiguration({ DATA_DIR: '/none', ...store.environment }, '/')
  if (releaseStore === null) throw new Error('The store is not configured.')
  return { ...releaseStore, objects: openBucket(releaseStore) }
}

test('an upload that ends early changes nothing', async () => {
  const { objects, endpoint, bucket, prefix, ...account } = openStore()
  await objects.put('object', Buffer.from('whole'))
  const url = `${endpoint}/${bucket}/${prefix}object`
  const half = Buffer.alloc(500_000, 'half')
  const unsigned = { method: 'PUT', headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } }
  const { headers } = await new AwsClient({ ...account, service: 's3' }).sign(url, unsigned)
  const upload = request(url, {
    method: 'PUT',
    headers: { ...Object.fromEntries(headers), 'content-length': 2 * half.length },
  })
  upload.on('error', () => {}) // it is destroyed
  await new Promise((resolve) => upload.write(half, resolve))
  upload.destroy()
  await new Promise((resolve) => upload.once('close', resolve))
  for (let read = 1; read <= 20; read += 1) expect(String(await objects.get('object'))).toBe('whole')
})

test('an object that is read while it is stored again has all its bytes', async () => {
  const { objects } = openStore()
  const versions = ['one', 'two'].map((word) => Buffer.from(word.repeat(100_000)))
  await objects.put('object', Buffer.alloc(300_000, 'one'))
  const reads = versions.flatMap((bytes) => [objects.put('object', bytes), objects.get('object')])
  for (const read of await Promise.all(reads)) if (read) expect(read.length).toBe(300_000)
})

test('an object that is stored while the last one next to it is deleted is kept', async () => {
  const { objects } = openStore()
  const { rm } = disk
  const stored = Promise.withResolvers<void>()
  const spy = vi.spyOn(disk, 'rm').mockImplementation(async (path, options) => {
    if (basename(String(path)) === 'folder') {
      stored.resolve(objects.put('folder/kept', Buffer.from('kept')))
      await sleep(50) // a slow disk
    }
    await rm(path, options)
  })
  await objects.put('folder/deleted', Buffer.from('deleted'))
  await objects.delete('folder/deleted')
  await stored.promise
  spy.mockRestore()
  expect(String(await objects.get('folder/kept'))).toBe('kept')
})
