import { randomBytes } from 'node:crypto'
import { RemoteReleasesSchema } from '@portico/protocol/publish/release-api.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { packRemote } from '../../testing/archives.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'

describeWithServer(
  'the storage of a remote',
  (server) => {
    const upload = async (remote: string, version: string, files: Record<string, string> = {}) => {
      const archive = await packRemote(remote, { version, hash: '11111111', files })
      return createRolloutClient(server()).archive('PUT', `/-/releases/${remote}/${version}`, archive)
    }

    test('is limited to a number of releases, without those of development sessions', async () => {
      await publishSite(server(), 'one', 'two')
      for (let minor = 1; minor <= 10; minor += 1)
        expect((await upload('one', `1.${minor}.0`)).statusCode).toBe(201)
      const refused = await upload('one', '1.11.0')
      expect(refused.json()).toMatchObject({
        status: 409,
        code: 'quota-exceeded',
        detail: 'one has 11 releases stored, which is the limit.',
      })
      expect((await upload('one', '0.0.0-dev.abcdefgh.1')).statusCode).toBe(201)
      expect((await upload('one', '1.10.0')).statusCode).toBe(200) // the same bytes again
      const listed = await createRolloutClient(server()).get('/-/releases/one')
      const { storage } = v.parse(RemoteReleasesSchema, listed.json())
      expect(storage).toMatchObject({ releases: 11, maxReleases: 11, maxBytes: 1024 * 1024 })
    })

    test('is limited in bytes', async () => {
      const half = randomBytes(400 * 1024)
        .toString('hex')
        .slice(0, 600 * 1024)
      expect((await upload('two', '1.1.0', { 'a.png': half })).statusCode).toBe(201)
      expect((await upload('two', '1.2.0', { 'a.png': `${half}.` })).json()).toMatchObject({
        code: 'quota-exceeded',
        detail: 'two has 0.6 MiB stored, and this release has 0.6 MiB; the limit is 1.0 MiB.',
      })
    })
  },
  { environment: async () => ({ REMOTE_MAX_RELEASES: '11', REMOTE_MAX_MB: '1' }) },
)
