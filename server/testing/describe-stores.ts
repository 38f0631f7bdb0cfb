import { afterAll, beforeAll, describe } from 'vitest'
import { onEachDatabase } from './describe-databases.ts'
import { makeTestBucket, type TestBucket } from './s3-server.ts'
import type { TestServer } from './test-server.ts'

/** Runs a suite over every database, with release files in the data folder and in an S3-compatible store. */
export function onEachStore(title: string, suite: (server: () => TestServer) => void): void {
  onEachDatabase(`${title}, in the data folder`, suite)
  describe('in S3', () => {
    let bucket: TestBucket
    beforeAll(async () => {
      bucket = await makeTestBucket()
    })
    afterAll(() => bucket.remove())
    onEachDatabase(`${title}, in an S3-compatible store`, suite, {
      environment: async () => bucket.environment,
    })
  })
}
