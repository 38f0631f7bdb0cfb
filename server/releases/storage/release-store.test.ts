import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfiguration } from '../../configuration/configuration.ts'
import { createTestBucket, type TestBucket } from '../../testing/s3-server.ts'
import { deltasFile } from './deltas.ts'
import { openReleaseStore } from './open-release-store.ts'
import type { NamedRelease, ReleaseStore } from './release-store.ts'
import { openBucket, StoreUnavailableError } from './s3-bucket.ts'

let bucket: TestBucket
beforeAll(async () => {
  bucket = await createTestBucket()
})
afterAll(() => bucket.remove())

let count = 0
const machines: string[] = []
/** A machine with its own data folder. */
async function createMachine(environment: Readonly<Record<string, string>>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-store-'))
  machines.push(dataDir)
  const configuration = readConfiguration({ DATA_DIR: dataDir, ...environment }, '/')
  return { dataDir, configuration, store: openReleaseStore(configuration) }
}
afterEach(async () => {
  for (const dataDir of machines.splice(0)) await rm(dataDir, { recursive: true, force: true })
})

type Texts = Readonly<Record<string, string>>
const texts: Texts = { 'remote.js': 'start();'.repeat(100), 'media/a.png': 'pixels' }
const createReader = (from: Texts) => async (name: string) =>
  from[name] === undefined ? null : Buffer.from(from[name])
function createRelease(from: Texts, id = `1.0.${count}-0a1b2c3d`): NamedRelease {
  const describeFile = ([name, text]: [string, string]) =>
    [name, { integrity: computeIntegrity(text), bytes: Buffer.byteLength(text) }] as const
  return { app: 'one', id, files: Object.fromEntries(Object.entries(from).map(describeFile)), upload: null }
}
async function remove(store: ReleaseStore, release: NamedRelease): Promise<void> {
  await store.removeLocal(release)
  await store.removeUpload(store.getUpload(release))
}

describe.each(['folder', 's3'] as const)('the release store (%s)', (kind) => {
  const environment = () => (kind === 's3' ? bucket.environment : {})
  let here: Awaited<ReturnType<typeof createMachine>>
  let release: NamedRelease
  const folder = () => join(here.dataDir, 'releases', release.app, release.id)
  const findTemporaryFiles = () => globSync('releases/**/*.tmp', { cwd: here.dataDir })
  beforeEach(async () => {
    count += 1
    here = await createMachine(environment())
    release = createRelease(texts)
  })

  test('a build of a development session is stored without the slow copies', async () => {
    release = createRelease(texts, '0.0.0-dev.k3v9x2m4qa.1-0a1b2c3d')
    await here.store.store(createReader(texts), release)
    expect(gunzipSync(readFileSync(join(folder(), 'remote.js.gz'))).toString()).toBe(texts['remote.js'])
    expect(globSync('**/*.br', { cwd: folder() })).toEqual([])
    expect(await here.store.isIntact(release)).toBe(true)
    await remove(here.store, release)
  })

  test('a release is stored completely, with compressed copies', async () => {
    await here.store.store(createReader(texts), release)
    const file = join(folder(), 'remote.js')
    expect(readFileSync(file, 'utf8')).toBe(texts['remote.js'])
    expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe(texts['remote.js'])
    expect(gunzipSync(readFileSync(`${file}.gz`)).toString()).toBe(texts['remote.js'])
    expect(existsSync(join(folder(), 'media/a.png.br'))).toBe(false)
    await here.store.store(async () => null, release)
    expect(findTemporaryFiles()).toEqual([])
  })

  test('existing compressed copies are reused only if they match the file', async () => {
    const quick = brotliCompressSync(texts['remote.js'] ?? '', { params: {} })
    const other = brotliCompressSync('something else')
    for (const [copy, isReused] of [
      [quick, true],
      [other, false],
      [Buffer.from('no brotli'), false],
    ] as const) {
      const release = createRelease(texts, `2.0.${count++}-0a1b2c3d`)
      const read = async (name: string) => (name === 'remote.js.br' ? copy : createReader(texts)(name))
      await here.store.store(read, release)
      const stored = readFileSync(join(here.dataDir, 'releases/one', release.id, 'remote.js.br'))
      expect(brotliDecompressSync(stored).toString()).toBe(texts['remote.js'])
      expect(stored.equals(copy)).toBe(isReused)
    }
  })

  test('a release with a missing or changed file is rejected and leaves nothing behind', async () => {
    for (const read of [createReader({}), createReader({ ...texts, 'remote.js': 'other' })])
      await expect(here.store.store(read, release)).rejects.toThrow(/^remote\.js of .+: expected sha256-/)
    expect([existsSync(folder()), findTemporaryFiles()]).toEqual([false, []])
    expect(await here.store.ensureLocal(release)).toBe(false)
  })

  test('a staged release is visible only after it is committed', async () => {
    const staged = await here.store.stage(createReader(texts), release)
    expect(existsSync(folder())).toBe(false)
    await staged.discard()
    expect([existsSync(folder()), findTemporaryFiles()]).toEqual([false, []])
    const again = await here.store.stage(createReader(texts), release)
    await again.commit()
    expect([existsSync(folder()), findTemporaryFiles()]).toEqual([true, []])
  })

  test('a release can be stored several times simultaneously', async () => {
    await Promise.all(Array.from({ length: 4 }, () => here.store.store(createReader(texts), release)))
    expect(readFileSync(join(folder(), 'media/a.png'), 'utf8')).toBe('pixels')
    expect(findTemporaryFiles()).toEqual([])
  })

  test('the deltas of a release are stored and removed with it', async () => {
    const staged = await here.store.stage(createReader(texts), release, async () => Buffer.from('deltas'))
    await staged.commit()
    expect(readFileSync(join(folder(), deltasFile), 'utf8')).toBe('deltas')
    await remove(here.store, release)
    await here.store.store(createReader(texts), release)
    expect(existsSync(join(folder(), deltasFile))).toBe(false)
  })

  test('a removed release can be stored again', async () => {
    await here.store.store(createReader(texts), release)
    await remove(here.store, release)
    expect([existsSync(folder()), await here.store.ensureLocal(release)]).toEqual([false, false])
    await here.store.store(createReader(texts), release)
    expect(await here.store.ensureLocal(release)).toBe(true)
  })
})

describe('two machines that share an S3-compatible store', () => {
  let machine: Awaited<ReturnType<typeof createMachine>>
  let other: typeof machine
  let release: NamedRelease
  beforeEach(async () => {
    count += 1
    release = createRelease(texts)
    machine = await createMachine(bucket.environment)
    other = await createMachine(bucket.environment)
  })
  const listObjects = async () => {
    const { releaseStore } = machine.configuration
    if (releaseStore === null) throw new Error('There is no store.')
    const opened = openBucket(releaseStore)
    const keys: string[] = []
    for await (const { key } of opened.list(`${release.app}/${release.id}/`)) keys.push(key)
    return { bucket: opened, keys }
  }
  const getOtherPath = (name: string) => join(other.dataDir, 'releases', release.app, release.id, name)

  test('both machines get the same files, which are compressed once', async () => {
    await machine.store.store(createReader(texts), release)
    expect(await other.store.ensureLocal(release)).toBe(true)
    for (const name of ['remote.js', 'remote.js.br', 'remote.js.gz', 'media/a.png'])
      expect(readFileSync(getOtherPath(name))).toEqual(
        readFileSync(join(machine.dataDir, 'releases', release.app, release.id, name)),
      )
  })

  test('both machines get the same deltas, also if both have built the release', async () => {
    const staged = await machine.store.stage(createReader(texts), release, async () => Buffer.from('deltas'))
    await staged.commit()
    const third = await createMachine(bucket.environment)
    await other.store.ensureLocal(release)
    await third.store.store(createReader(texts), release)
    for (const { dataDir } of [machine, other, third])
      expect(readFileSync(join(dataDir, 'releases', release.app, release.id, deltasFile), 'utf8')).toBe(
        'deltas',
      )
  })

  test('an object that was changed in the store is rejected', async () => {
    await machine.store.store(createReader(texts), release)
    const { bucket: opened, keys } = await listObjects()
    await opened.put(keys.find((key) => key.endsWith('remote.js')) ?? '', Buffer.from('steal()'))
    await expect(other.store.ensureLocal(release)).rejects.toThrow(
      /different bytes than were published: remote\.js/,
    )
    expect(existsSync(getOtherPath('.'))).toBe(false)
  })

  test('an incomplete upload of a killed process is ignored', async () => {
    await machine.store.store(createReader(texts), release)
    const { bucket: opened, keys } = await listObjects()
    await opened.delete(keys.find((key) => key.endsWith('.whole')) ?? '')
    expect(await other.store.ensureLocal(release)).toBe(false)
    await other.store.store(createReader(texts), release)
    expect(await (await createMachine(bucket.environment)).store.ensureLocal(release)).toBe(true)
  })

  test('different bytes under one name are stored separately', async () => {
    const built = { ...texts, 'remote.js': 'built differently' }
    const differently = createRelease(built, release.id)
    await Promise.all([
      machine.store.store(createReader(texts), release),
      other.store.store(createReader(built), differently),
    ])
    const third = await createMachine(bucket.environment)
    expect(await third.store.ensureLocal(release)).toBe(true)
    const file = join(third.dataDir, 'releases', release.app, release.id, 'remote.js')
    expect(readFileSync(file, 'utf8')).toBe(texts['remote.js'])
  })

  test('a release that is collected while it is published again is stored again', async () => {
    await machine.store.store(createReader(texts), release)
    const staged = await other.store.stage(createReader(texts), release)
    await remove(machine.store, release)
    await staged.commit()
    const third = await createMachine(bucket.environment)
    expect(await third.store.ensureLocal(release)).toBe(false)
    expect(await third.store.ensureLocal({ ...release, upload: staged.upload })).toBe(true)
  })

  test('only releases stored for at least a day are listed', async () => {
    await machine.store.store(createReader(texts), release)
    expect(await machine.store.listUploads()).toEqual([])
  })

  test('a release published before the store was configured is uploaded to it', async () => {
    const { AWS_ENDPOINT_URL_S3: _, RELEASE_STORE: __, ...without } = bucket.environment
    const before = openReleaseStore(readConfiguration({ DATA_DIR: machine.dataDir, ...without }, '/'))
    await before.store(createReader(texts), release)
    await machine.store.store(async () => null, release)
    expect(await other.store.ensureLocal(release)).toBe(true)
  })

  test('while the store is unavailable, local releases are still served', async () => {
    await machine.store.store(createReader(texts), release)
    await bucket.stop()
    await (await createMachine(bucket.environment)).store.store(createReader(texts), release).then(
      () => Promise.reject(new Error('The release was stored although the store is unavailable.')),
      (error) => expect(error).toBeInstanceOf(StoreUnavailableError),
    )
    const restarted = openReleaseStore(machine.configuration)
    await restarted.store(async () => null, release)
    expect(await restarted.ensureLocal(release)).toBe(true)
    await bucket.start()
  })

  test('a wrong secret key is reported without revealing it', async () => {
    const wrong = await createMachine({ ...bucket.environment, AWS_SECRET_ACCESS_KEY: 'hunter2' })
    const failed = wrong.store.store(createReader(texts), release)
    await expect(failed).rejects.toThrow(/^http:\/\/127\.0\.0\.1:\d+\/releases responded with 403/)
    await expect(failed).rejects.not.toThrow('hunter2')
  })
})
