import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { patience } from '@portico/kit/testing/patience.ts'
import { expect, test, vi } from 'vitest'
import { followDiscovery } from '../../rollouts/discovery/follow-discovery.ts'
import { packRemote } from '../../testing/archives.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { createTestBucket, type TestBucket } from '../../testing/s3-server.ts'
import { getServedReleases } from './ensure-local.ts'
import { getReleasePath } from './folder-store.ts'
import type { ReleaseName } from './release-store.ts'

let bucket: TestBucket
const environment = async () => {
  bucket = await createTestBucket()
  return bucket.environment
}

describeWithServer(
  'while the release store hangs',
  (server) => {
    const client = () => createRolloutClient(server())

    test('a release can be rolled back during a collection', async () => {
      await publishSite(server(), 'one')
      await client().publish('one', '0.9.0')
      for (const version of ['1.1.0', '1.2.0']) {
        const to = await client().publish('one', version)
        await client().start('one', to, 'now')
      }
      await bucket.age()
      const { db } = server()
      await db.updateTable('release').set({ collected_at: 1 }).where('id', 'like', '0.9.0-%').execute()
      const hang = bucket.hang((method) => method === 'DELETE')
      const collection = client().post('/-/releases/collect', {})
      await hang.waiting
      const rollback = await client().post('/-/remotes/one/rollback', { reason: 'a test' })
      expect(rollback.json()).toMatchObject({ stable: '1.1.0-11111111' })
      hang.end()
      expect((await collection).statusCode).toBe(200)
    })

    test('a start with what is already published does not wait for the store', async () => {
      const hang = bucket.hang(() => true)
      await publishSite(server(), 'one')
      hang.end()
    })

    test('other changes are made, whichever store call of a publish hangs', async () => {
      let isPublished = false
      for (let call = 1; !isPublished; call += 2) {
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
        const verb = call % 4 === 3 ? 'unfreeze' : 'freeze'
        expect((await client().post(`/-/remotes/one/${verb}`, { reason: 'a test' })).statusCode).toBe(200)
        hang.end()
        expect((await publish).statusCode).toBe(201)
      }
    })

    test('a release can be rolled back to one whose files this machine lacks', async () => {
      await rm(join(server().configuration.dataDir, 'releases/one'), { recursive: true })
      const hang = bucket.hang(() => true)
      const response = await client().post('/-/remotes/one/rollback', { to: '1.0.0', reason: 'another test' })
      expect(response.json()).toMatchObject({ stable: '1.0.0-0a1b2c3d' })
      hang.end()
    })

    test('a server starts without the files of a remote that it can’t fetch', async () => {
      await publishSite(server(), 'two')
      const dataDir = join(server().configuration.dataDir, 'another-machine')
      const configuration = { ...server().configuration, dataDir }
      const hang = bucket.hang((_method, path) => path.includes('/one/'))
      const followed = await followDiscovery({ ...server(), configuration }, { patienceMs: 1 })
      await hang.waiting
      await vi.waitFor(() => expect(existsSync(join(dataDir, 'releases/two'))).toBe(true), patience)
      expect(Object.keys(followed.read().remotes)).toEqual(['one', 'two'])
      hang.end()
      const served = getServedReleases(followed.read())
      const isHere = (name: ReleaseName) => existsSync(getReleasePath(dataDir, name))
      await vi.waitFor(() => expect(served.filter((name) => !isHere(name))).toEqual([]), patience)
      await followed.stop()
    })
  },
  { environment },
)
