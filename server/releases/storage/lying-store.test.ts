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
import { ensureLocal, findNamedRelease } from './ensure-local.ts'
import { getReleasePath } from './folder-store.ts'
import { openReleaseStore } from './open-release-store.ts'

const release = { app: 'one', id: '1.0.0-0a1b2c3d' }
let bucket: TestBucket
let machines = 0

// It says 200, and is wrong.
describeWithServer(
  'a release store that lies',
  (server) => {
    const client = () => createRolloutClient(server())
    const isEntry = (path: string) => path.endsWith('/remote.js')
    const put = async (version: string) => {
      const archive = await packRemote('one', { version, hash: '11111111' })
      return client().archive('PUT', `/-/releases/one/${version}`, archive)
    }
    /** A machine of the site that has no files yet. */
    const anotherMachine = () => {
      machines += 1
      const dataDir = join(server().configuration.dataDir, `machine-${machines}`)
      return { db: server().db, kind: server().kind, configuration: { ...server().configuration, dataDir } }
    }

    test.each([
      ['ends early', (bytes: Buffer) => bytes.subarray(0, -1)],
      ['is empty', () => Buffer.alloc(0)],
      ['is another one of the same length', (bytes: Buffer) => Buffer.alloc(bytes.length, 'x')],
      ['is gone', () => null],
    ])(
      'a file that %s never gets to a visitor, and arrives once the store is right',
      async (_what, change) => {
        await publishSite(server(), 'one')
        const machine = anotherMachine()
        const path = getReleasePath(machine.configuration.dataDir, release)
        const end = bucket.lie({ get: (key, bytes) => (isEntry(key) ? change(bytes) : bytes) })
        await expect(ensureLocal(machine, release)).rejects.toThrow(
          'The store has different bytes than were published',
        )
        expect(existsSync(path)).toBe(false)
        end()
        expect(await ensureLocal(machine, release)).toBe(true)
        const stored = await findNamedRelease(server().db, release)
        expect(stored && (await openReleaseStore(machine.configuration).isIntact(stored))).toBe(true)
      },
    )

    test('wrong compressed copies and deltas are not used', async () => {
      await publishSite(server(), 'one')
      const machine = anotherMachine()
      const end = bucket.lie({
        get: (key, bytes) => (/\.(?:br|gz|json)$/.test(key) ? bytes.subarray(0, bytes.length / 2) : bytes),
      })
      expect(await ensureLocal(machine, release)).toBe(true)
      end()
      await rm(getReleasePath(server().configuration.dataDir, release), { recursive: true })
      await ensureLocal(server(), release)
      for (const encoding of ['br', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': encoding }
        const response = await server().app.inject({ url: `/r/one/${release.id}/remote.js`, headers })
        expect([response.statusCode, response.headers['content-encoding'] ?? 'identity']).toEqual([
          200,
          encoding,
        ])
      }
    })

    test('the log says so, and the other remotes are still served', async () => {
      await publishSite(server(), 'one', 'two')
      const machine = anotherMachine()
      const errors: string[] = []
      const onError = (error: unknown) => void errors.push(String(error))
      const end = bucket.lie({
        get: (key, bytes) => (isEntry(key) && key.includes('/one/') ? bytes.subarray(1) : bytes),
      })
      const followed = await followDiscovery(machine, { everyMs: 20, onError })
      expect(existsSync(getReleasePath(machine.configuration.dataDir, { ...release, app: 'two' }))).toBe(true)
      expect(errors).toEqual([
        expect.stringContaining('different bytes than were published: remote.js of 1.0.0'),
      ])
      end()
      const path = getReleasePath(machine.configuration.dataDir, release)
      await vi.waitFor(() => expect(existsSync(path)).toBe(true), patience)
      await followed.stop()
    })

    test.each([
      ['a file', isEntry],
      ['what says that it is complete', (path: string) => path.endsWith('/.whole')],
    ])('a publish of which it loses %s is not acknowledged, and can be repeated', async (_what, isLost) => {
      await publishSite(server(), 'one')
      const version = `2.${machines}.0`
      machines += 1
      const end = bucket.lie({ put: isLost })
      const refused = await put(version)
      expect([refused.statusCode, refused.json().code]).toEqual([503, 'not-ready'])
      expect(server().logged.join()).toContain('has lost or changed it')
      end()
      expect((await put(version)).statusCode).toBe(201)
      expect(await ensureLocal(anotherMachine(), { app: 'one', id: `${version}-11111111` })).toBe(true)
    })

    test('a release that it does not find for a while is there afterwards', async () => {
      await publishSite(server(), 'one')
      await rm(getReleasePath(server().configuration.dataDir, release), { recursive: true })
      const end = bucket.lie({ head: () => false })
      const url = `/r/one/${release.id}/exposed.js`
      expect((await server().app.inject(url)).statusCode).toBe(404)
      expect((await server().app.inject(url)).headers['cache-control']).toBe('no-store')
      end()
      expect((await server().app.inject(url)).body).toBe('routes')
    })

    test('removing files that do not exist removes nothing else', async () => {
      await publishSite(server(), 'one')
      const old = '<LastModified>2020-01-01T00:00:00.000Z</LastModified>'
      const ghost = `<Contents><Key>site/ada/one/9.9.9-99999999/ghost/remote.js</Key>${old}</Contents>`
      const end = bucket.lie({
        list: (xml) => xml.replace('</ListBucketResult>', `${ghost}</ListBucketResult>`),
      })
      expect((await client().post('/-/releases/collect', {})).statusCode).toBe(200)
      end()
      expect(await ensureLocal(anotherMachine(), release)).toBe(true)
    })
  },
  {
    environment: async () => {
      bucket = await createTestBucket()
      return bucket.environment
    },
  },
)
