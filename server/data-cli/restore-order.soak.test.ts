import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRolloutClient, publishSite } from '../testing/rollout-site.ts'
import { createTestBucket } from '../testing/s3-server.ts'
import { testDatabases } from '../testing/test-database.ts'
import { startTestServer } from '../testing/test-server.ts'
import { backUp } from './commands/backup.ts'
import { restoreSite } from './commands/restore.ts'
import { verifySite } from './commands/verify.ts'

test.each(testDatabases)(
  'a newer backup can be restored after an older one, even after files were collected, on $kind and S3',
  async ({ create }) => {
    const database = await create()
    const bucket = await createTestBucket()
    const start = () =>
      startTestServer(database, {
        SITE_SECRET: 'the secret of a site that is restored',
        ...bucket.environment,
      })
    const collect = async (days: number) => {
      const server = await start()
      await bucket.age(days)
      const response = await createRolloutClient(server).post('/-/releases/collect', {})
      expect(response.statusCode).toBe(200)
      await server.stop()
    }
    const server = await start()
    const { configuration } = server
    const [older, newer] = ['older.tar', 'newer.tar'].map((name) => join(database.dataDir, name))
    await publishSite(server, 'one')
    await backUp(configuration, { file: older ?? '' })
    await createRolloutClient(server).publish('one', '1.1.0')
    await backUp(configuration, { file: newer ?? '' })
    await server.stop()
    for (const days of [2, 31]) {
      await restoreSite(configuration, { file: older ?? '', mayReplace: true })
      await collect(days)
      await restoreSite(configuration, { file: newer ?? '', mayReplace: true })
      expect((await verifySite(configuration)).problems).toEqual([])
    }
    await Promise.all([database.remove(), bucket.remove()])
  },
)
