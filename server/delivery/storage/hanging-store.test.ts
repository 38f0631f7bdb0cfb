import { expect, test } from 'vitest'
import { packRemote } from '../../testing/archives.ts'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { createTestBucket, type TestBucket } from '../../testing/s3-server.ts'

let bucket: TestBucket
const environment = async () => {
  bucket = await createTestBucket()
  return bucket.environment
}

describeOnDatabases(
  'while the release store hangs',
  (server) => {
    const client = () => createRolloutClient(server())

    test('a release can be rolled back during a collection', async () => {
      await publishSite(server(), 'one')
      for (const version of ['1.1.0', '1.2.0']) {
        const to = await client().publish('one', version)
        await client().start('one', to, 'now')
      }
      await bucket.age()
      const { db } = server()
      await db.updateTable('release').set({ collected_at: 1 }).where('id', 'like', '1.0.0-%').execute()
      const hang = bucket.hang((method) => method === 'DELETE')
      const collection = client().post('/-/releases/collect', {})
      await hang.waiting
      const rollback = await client().post('/-/remotes/one/rollback', { reason: 'a test' })
      expect(rollback.json()).toMatchObject({ stable: '1.1.0-11111111' })
      hang.end()
      expect((await collection).statusCode).toBe(200)
    })

    test('other changes are made, whichever store call of a publish hangs', async () => {
      let isPublished = false
      for (let call = 1; !isPublished; call += 1) {
        let calls = 0
        const hang = bucket.hang(() => {
          calls += 1
          return calls === call
        })
        const archive = await packRemote('one', { version: `2.${call}.0`, hash: '22222222' })
        const publish = client().archive('PUT', `/-/releases/one/2.${call}.0`, archive)
        const first = await Promise.race([
          hang.waiting.then(() => 'waiting'),
          publish.then(() => 'published'),
        ])
        isPublished = first === 'published'
        const verb = call % 2 === 0 ? 'unfreeze' : 'freeze'
        expect((await client().post(`/-/remotes/one/${verb}`, { reason: 'a test' })).statusCode).toBe(200)
        hang.end()
        expect((await publish).statusCode).toBe(201)
      }
    })
  },
  { environment },
)
