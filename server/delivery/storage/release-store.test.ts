import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfiguration } from '../../configuration/configuration.ts'
import { integrityOf } from '../../testing/builds.ts'
import { makeTestBucket, type TestBucket } from '../../testing/s3-server.ts'
import { openReleaseStore } from './open-release-store.ts'
import type { NamedRelease } from './release-store.ts'
import { openBucket, StoreUnavailableError } from './s3-bucket.ts'

let bucket: TestBucket
beforeAll(async () => {
  bucket = await makeTestBucket()
})
afterAll(() => bucket.remove())

let made = 0
const machines: string[] = []
/** A machine with a data folder of its own. */
async function machine(environment: Readonly<Record<string, string>>) {
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
const readerOf = (from: Texts) => async (name: string) =>
  from[name] === undefined ? null : Buffer.from(from[name])
function releaseOf(from: Texts, id = `1.0.${made}-0a1b2c3d`): NamedRelease {
  const measured = ([name, text]: [string, string]) =>
    [name, { integrity: integrityOf(text), bytes: Buffer.byteLength(text) }] as const
  return { app: 'one', id, files: Object.fromEntries(Object.entries(from).map(measured)) }
}

describe.each(['folder', 's3'] as const)('releases in a store of the kind %s', (kind) => {
  const environment = () => (kind === 's3' ? bucket.environment : {})
  let here: Awaited<ReturnType<typeof machine>>
  let release: NamedRelease
  const folder = () => join(here.dataDir, 'releases', release.app, release.id)
  const leftovers = () => globSync('releases/**/*.tmp', { cwd: here.dataDir })
  beforeEach(async () => {
    made += 1
    here = await machine(environment())
    release = releaseOf(texts)
  })

  test('are kept whole, with copies that unpack to the same', async () => {
    await here.store.store(readerOf(texts), release)
    const file = join(folder(), 'remote.js')
    expect(readFileSync(file, 'utf8')).toBe(texts['remote.js'])
    expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe(texts['remote.js'])
    expect(gunzipSync(readFileSync(`${file}.gz`)).toString()).toBe(texts['remote.js'])
    expect(existsSync(join(folder(), 'media/a.png.br'))).toBe(false)
    await here.store.store(async () => null, release)
    expect(leftovers()).toEqual([])
  })

  test('take copies that were made before, unless they are of something else', async () => {
    const quick = brotliCompressSync(texts['remote.js'] ?? '', { params: {} })
    const other = brotliCompressSync('something else')
    for (const [copy, isTaken] of [
      [quick, true],
      [other, false],
      [Buffer.from('no brotli'), false],
    ] as const) {
      const one = releaseOf(texts, `2.0.${made++}-0a1b2c3d`)
      const read = async (name: string) => (name === 'remote.js.br' ? copy : readerOf(texts)(name))
      await here.store.store(read, one)
      const kept = readFileSync(join(here.dataDir, 'releases/one', one.id, 'remote.js.br'))
      expect(brotliDecompressSync(kept).toString()).toBe(texts['remote.js'])
      expect(kept.equals(copy)).toBe(isTaken)
    }
  })

  test('with a missing or another file are refused, and nothing of them is left', async () => {
    for (const read of [readerOf({}), readerOf({ ...texts, 'remote.js': 'other' })])
      await expect(here.store.store(read, release)).rejects.toThrow(/^remote\.js of .+: expected sha256-/)
    expect([existsSync(folder()), leftovers()]).toEqual([false, []])
    expect(await here.store.ensureLocal(release)).toBe(false)
  })

  test('are not there before they are put in their place', async () => {
    const prepared = await here.store.stage(readerOf(texts), release)
    expect(existsSync(folder())).toBe(false)
    await prepared.discard()
    expect([existsSync(folder()), leftovers()]).toEqual([false, []])
    const again = await here.store.stage(readerOf(texts), release)
    await again.commit()
    expect([existsSync(folder()), leftovers()]).toEqual([true, []])
  })

  test('can be stored by several at once', async () => {
    await Promise.all(Array.from({ length: 4 }, () => here.store.store(readerOf(texts), release)))
    expect(readFileSync(join(folder(), 'media/a.png'), 'utf8')).toBe('pixels')
    expect(leftovers()).toEqual([])
  })

  test('are removed, and can come back', async () => {
    await here.store.store(readerOf(texts), release)
    await here.store.remove(release)
    expect([existsSync(folder()), await here.store.ensureLocal(release)]).toEqual([false, false])
    await here.store.store(readerOf(texts), release)
    expect(await here.store.ensureLocal(release)).toBe(true)
  })
})

describe('two machines with one S3-compatible store', () => {
  let one: Awaited<ReturnType<typeof machine>>
  let other: typeof one
  let release: NamedRelease
  beforeEach(async () => {
    made += 1
    release = releaseOf(texts)
    one = await machine(bucket.environment)
    other = await machine(bucket.environment)
  })
  const objects = async () => {
    const { releaseStore } = one.configuration
    if (releaseStore === null) throw new Error('There is no store.')
    const open = openBucket(releaseStore)
    const keys: string[] = []
    for await (const { key } of open.list(`${release.app}/${release.id}/`)) keys.push(key)
    return { open, keys }
  }
  const fileThere = (name: string) => join(other.dataDir, 'releases', release.app, release.id, name)

  test('have the same files, compressed once', async () => {
    await one.store.store(readerOf(texts), release)
    expect(await other.store.ensureLocal(release)).toBe(true)
    for (const name of ['remote.js', 'remote.js.br', 'remote.js.gz', 'media/a.png'])
      expect(readFileSync(fileThere(name))).toEqual(
        readFileSync(join(one.dataDir, 'releases', release.app, release.id, name)),
      )
  })

  test('refuse an object that was changed', async () => {
    await one.store.store(readerOf(texts), release)
    const { open, keys } = await objects()
    await open.put(keys.find((key) => key.endsWith('remote.js')) ?? '', Buffer.from('steal()'))
    await expect(other.store.ensureLocal(release)).rejects.toThrow(
      /different bytes than were published: remote\.js/,
    )
    expect(existsSync(fileThere('.'))).toBe(false)
  })

  test('do not take half of what a killed publish has stored', async () => {
    await one.store.store(readerOf(texts), release)
    const { open, keys } = await objects()
    await open.delete(keys.find((key) => key.endsWith('.whole')) ?? '')
    expect(await other.store.ensureLocal(release)).toBe(false)
    await other.store.store(readerOf(texts), release)
    expect(await (await machine(bucket.environment)).store.ensureLocal(release)).toBe(true)
  })

  test('keep two sets of bytes of one name apart', async () => {
    const built = { ...texts, 'remote.js': 'built differently' }
    const differently = releaseOf(built, release.id)
    await Promise.all([
      one.store.store(readerOf(texts), release),
      other.store.store(readerOf(built), differently),
    ])
    const third = await machine(bucket.environment)
    expect(await third.store.ensureLocal(release)).toBe(true)
    const file = join(third.dataDir, 'releases', release.app, release.id, 'remote.js')
    expect(readFileSync(file, 'utf8')).toBe(texts['remote.js'])
  })

  test('one that is collected while it is published again is stored again', async () => {
    await one.store.store(readerOf(texts), release)
    const prepared = await other.store.stage(readerOf(texts), release)
    await one.store.remove(release)
    await prepared.commit()
    expect(await (await machine(bucket.environment)).store.ensureLocal(release)).toBe(true)
  })

  test('names only what has been there for a day', async () => {
    await one.store.store(readerOf(texts), release)
    expect(await one.store.listReleases()).toEqual([])
  })

  test('of which one was there before the store give it what they have', async () => {
    const { AWS_ENDPOINT_URL_S3: _, RELEASE_STORE: __, ...without } = bucket.environment
    const before = openReleaseStore(readConfiguration({ DATA_DIR: one.dataDir, ...without }, '/'))
    await before.store(readerOf(texts), release)
    await one.store.store(async () => null, release)
    expect(await other.store.ensureLocal(release)).toBe(true)
  })

  test('go on with what they have while it is away', async () => {
    await one.store.store(readerOf(texts), release)
    await bucket.stop()
    await (await machine(bucket.environment)).store.store(readerOf(texts), release).then(
      () => Promise.reject(new Error('It was stored nowhere.')),
      (error) => expect(error).toBeInstanceOf(StoreUnavailableError),
    )
    const restarted = openReleaseStore(one.configuration)
    await restarted.store(async () => null, release)
    expect(await restarted.ensureLocal(release)).toBe(true)
    await bucket.start()
  })

  test('a wrong secret is told without it', async () => {
    const wrong = await machine({ ...bucket.environment, AWS_SECRET_ACCESS_KEY: 'hunter2' })
    const failed = wrong.store.store(readerOf(texts), release)
    await expect(failed).rejects.toThrow(/^http:\/\/127\.0\.0\.1:\d+\/releases responded with 403/)
    await expect(failed).rejects.not.toThrow('hunter2')
  })
})
