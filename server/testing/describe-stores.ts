import { afterAll, beforeAll, describe } from 'vitest'
import { describeOnDatabases, describeWithServer } from './describe-databases.ts'
import { createTestBucket, type TestBucket } from './s3-server.ts'
import type { TestServer } from './test-server.ts'

/** Runs a suite with release files in the data folder, on every database, and in an S3-compatible store. */
export function describeOnStores(title: string, suite: (server: () => TestServer) => void): void {
  describeOnDatabases(`${title}, in the data folder`, suite)
  describe('in S3', () => {
    let bucket: TestBucket
    beforeAll(async () => {
      bucket = await createTestBucket()
    })
    afterAll(() => bucket.remove())
    describeWithServer(`${title}, in an S3-compatible store`, suite, {
      environment: async () => bucket.environment,
    })
  })
}
