import { patience } from '@portico/kit/testing/patience.ts'
import { register } from 'prom-client'
import { expect, test } from 'vitest'
import { readConfiguration } from '../../configuration/configuration.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { publishSite } from '../../testing/rollout-site.ts'
import { createTestBucket, isTry, type TestBucket } from '../../testing/s3-server.ts'
import { watchStore } from './store-health.ts'

/** Makes a store fail; the result makes it right again. */
type Fail = (bucket: TestBucket) => Promise<() => unknown>
const failures: readonly (readonly [string, string, Fail])[] = [
  ['is unreachable', 'does not respond', async (bucket) => bucket.stop().then(() => bucket.start)],
  ['hangs', 'took longer than', async (bucket) => bucket.hangWhenTried().end],
  [
    'returns wrong bytes',
    'has lost or changed it',
    async (bucket) => bucket.lie({ get: (path, bytes) => (isTry(path) ? Buffer.from('x') : bytes) }),
  ],
  [
    'loses what it confirms',
    'has lost or changed it',
    async (bucket) => bucket.lie({ put: isTry, get: (path, bytes) => (isTry(path) ? null : bytes) }),
  ],
]

test.each(failures)(
  'a store that %s is reported with its reason until it is right',
  async (_what, reason, fail) => {
    const bucket = await createTestBucket()
    const { releaseStore } = readConfiguration({ ...bucket.environment, SITE_SECRET: 'x'.repeat(32) }, '/')
    if (releaseStore === null) return expect.unreachable()
    const end = await fail(bucket)
    const watch = watchStore(releaseStore, { everyMs: 20, patienceMs: 1_000 })
    const metric = async () => (await register.getSingleMetric('portico_store_up')?.get())?.values[0]?.value
    await expect.poll(watch.findReason, patience).toContain(reason)
    expect(await metric()).toBe(0)
    await end()
    await expect.poll(watch.findReason, patience).toBe(null)
    expect(await metric()).toBe(1)
    await watch.stop()
    await bucket.remove()
  },
)

let bucket: TestBucket
describeWithServer(
  'a server whose release store returns wrong bytes',
  (server) => {
    test('serves pages and is ready, but says that it is degraded', async () => {
      await publishSite(server(), 'one')
      const get = async (url: string) => {
        const response = await server().app.inject(url)
        return { status: response.statusCode, body: response.json() }
      }
      const reason = expect.stringContaining('has lost or changed it')
      await expect
        .poll(() => get('/-/health'), patience)
        .toMatchObject({ status: 503, body: { code: 'not-ready', detail: reason } })
      expect(await get('/-/health/ready')).toEqual({ status: 200, body: { status: 'degraded', reason } })
      expect((await server().app.inject('/one')).statusCode).toBe(200)
    })
  },
  {
    environment: async () => {
      bucket = await createTestBucket()
      bucket.lie({ get: (path, bytes) => (isTry(path) ? Buffer.from('x') : bytes) })
      return bucket.environment
    },
  },
)
