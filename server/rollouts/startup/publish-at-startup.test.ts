import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfiguration } from '../../configuration/configuration.ts'
import type { Database } from '../../database/database.ts'
import { readDiscovery } from '../../releases/changes/discovery-repository.ts'
import { getTestEntry, writeRemote, writeShell } from '../../testing/builds.ts'
import { openTestDatabase, type TestDatabase, testDatabases } from '../../testing/test-database.ts'
import { publishAtStartup } from './publish-at-startup.ts'

describe.each(testDatabases)('publishing at startup on $kind', ({ create }) => {
  let testDatabase: TestDatabase
  let database: Database
  let dist = ''

  beforeEach(async () => {
    testDatabase = await create()
    database = await openTestDatabase(testDatabase)
    dist = join(testDatabase.dataDir, 'dist')
    writeShell(dist)
  })
  afterEach(async () => {
    await database.close()
    await testDatabase.remove()
  })

  /** Publishes as one process would; several may do so at the same time. */
  function publish(from = dist, { db } = database, dataDir = testDatabase.dataDir) {
    const environment = { DATA_DIR: dataDir, SITE_SECRET: 's'.repeat(32) }
    return publishAtStartup(from, { configuration: readConfiguration(environment, '/'), db })
  }
  const readDocument = () => readDiscovery(database.db)
  const getStoredPath = (path: string) => join(testDatabase.dataDir, 'releases', path)
  const findTemporaryFiles = () => globSync('releases/**/*.tmp', { cwd: testDatabase.dataDir })

  test('everyone gets the builds, and every file is stored', async () => {
    const record = writeRemote(dist, 'new', { files: { 'media/dot.svg': '<svg/>' } })
    expect(await publish()).toEqual(['new@1.0.0-0a1b2c3d', 'shell@1.0.0-0a1b2c3d'])
    const { version, hash, contractVersion, global, entry, pages } = record
    expect(await readDocument()).toMatchObject({
      revision: 1,
      shell: { version: '1.0.0', hash: '0a1b2c3d' },
      remotes: {
        new: { team: 'new team', stable: { version, hash, contractVersion, global, entry, pages } },
      },
    })
    expect(readFileSync(getStoredPath('new/1.0.0-0a1b2c3d/media/dot.svg'), 'utf8')).toBe('<svg/>')
    for (const copy of ['remote.js.br', 'remote.js.gz', 'media/dot.svg.br']) {
      expect(existsSync(getStoredPath(`new/1.0.0-0a1b2c3d/${copy}`)), copy).toBe(true)
    }
  })

  test('releases and their rollouts are audited once', async () => {
    writeRemote(dist, 'new')
    await Promise.all([publish(), publish()])
    await publish()
    const events = await database.db
      .selectFrom('event')
      .select(['by', 'what', 'remote'])
      .orderBy('seq')
      .execute()
    expect(events.toSorted((a, b) => `${a.what} ${a.remote}`.localeCompare(`${b.what} ${b.remote}`))).toEqual(
      [
        { by: 'start', what: 'release.publish', remote: 'new' },
        { by: 'start', what: 'release.publish', remote: 'shell' },
        { by: 'start', what: 'rollout.start', remote: 'new' },
        { by: 'start', what: 'rollout.start', remote: 'shell' },
      ],
    )
    expect(events.at(-1)?.what).toBe('rollout.start')
  })

  test('publishing the same builds again changes nothing', async () => {
    writeRemote(dist, 'new')
    await publish()
    const before = await readDocument()
    await publish()
    expect(await readDocument()).toEqual(before)
    expect(await database.db.selectFrom('document').select('revision').execute()).toHaveLength(1)
    expect(await database.db.selectFrom('release').select('id').execute()).toHaveLength(2)
  })

  test('a newer build replaces the older one, whose files are kept', async () => {
    writeRemote(dist, 'new')
    await publish()
    writeRemote(dist, 'new', { version: '1.1.0', hash: '11111111' })
    await publish()
    const { revision, remotes } = await readDocument()
    expect(revision).toBe(2)
    expect(remotes.new?.stable.hash).toBe('11111111')
    expect(existsSync(getStoredPath('new/1.0.0-0a1b2c3d/remote.js'))).toBe(true)
  })

  test('remotes without a build stay as they are', async () => {
    writeRemote(dist, 'new')
    await publish()
    const other = join(testDatabase.dataDir, 'other-dist')
    writeShell(other)
    writeRemote(other, 'other')
    await publish(other)
    expect(Object.keys((await readDocument()).remotes)).toEqual(['new', 'other'])
  })

  test('a changed file is rejected with both hashes, and nothing is left behind', async () => {
    writeRemote(dist, 'new')
    const file = join(dist, 'new/remote.js')
    writeFileSync(file, 'something else')
    const entry = getTestEntry('new', '0a1b2c3d')
    const expected = computeIntegrity(entry)
    await expect(publish()).rejects.toThrow(
      `new@1.0.0-0a1b2c3d can't be published: files: remote.js: expected ${expected} and ${entry.length} bytes (from release.json), got ${computeIntegrity('something else')} and 14.`,
    )
    expect(existsSync(getStoredPath('new/1.0.0-0a1b2c3d'))).toBe(false)
    expect(findTemporaryFiles()).toEqual([])
    expect((await readDocument()).revision).toBe(0)
  })

  test('a missing file is rejected and named', async () => {
    writeRemote(dist, 'new')
    const file = join(dist, 'new/exposed.js')
    rmSync(file)
    await expect(publish()).rejects.toThrow(
      "new@1.0.0-0a1b2c3d can't be published: files: exposed.js is missing.",
    )
    await expect(publish()).rejects.toMatchObject({ name: 'InvalidBuildError' })
  })

  test('damaged and missing stored files are restored', async () => {
    writeRemote(dist, 'new')
    await publish()
    writeFileSync(getStoredPath('new/1.0.0-0a1b2c3d/exposed.js'), 'rou')
    rmSync(getStoredPath('new/1.0.0-0a1b2c3d/remote.js'))
    await publish()
    expect(readFileSync(getStoredPath('new/1.0.0-0a1b2c3d/exposed.js'), 'utf8')).toBe('routes')
    expect(existsSync(getStoredPath('new/1.0.0-0a1b2c3d/remote.js.br'))).toBe(true)
    expect((await readDocument()).revision).toBe(1)
  })

  test('a different build under a published name leaves the published bytes in place', async () => {
    const first = writeRemote(dist, 'new')
    await publish()
    writeRemote(dist, 'new', { files: { 'remote.js': 'the same sources, built differently' } })
    await publish()
    const { revision, remotes } = await readDocument()
    expect([revision, remotes.new?.stable.entry]).toEqual([1, first.entry])
    expect(readFileSync(getStoredPath('new/1.0.0-0a1b2c3d/remote.js'), 'utf8')).toBe(
      getTestEntry('new', '0a1b2c3d'),
    )
  })

  test('a different build under a name that another machine has published is rejected', async () => {
    writeRemote(dist, 'new')
    await publish()
    writeRemote(dist, 'new', { files: { 'remote.js': 'the same sources, built differently' } })
    rmSync(getStoredPath('new'), { recursive: true }) // as on a second machine, which shares only the database
    await expect(publish()).rejects.toThrow(
      /new@1\.0\.0-0a1b2c3d can't be published: files: remote\.js: expected sha256-.* got sha256-.*raise the version/,
    )
    expect(existsSync(getStoredPath('new/1.0.0-0a1b2c3d'))).toBe(false)
  })

  test('two processes that publish at the same time write one revision and leave no temporary files', async () => {
    writeRemote(dist, 'new')
    const second = await openTestDatabase(testDatabase)
    const published = await Promise.all([publish(), publish(dist, second), publish(), publish(dist, second)])
    await second.close()
    expect(new Set(published.map(String)).size).toBe(1)
    expect((await readDocument()).revision).toBe(1)
    expect(readFileSync(getStoredPath('new/1.0.0-0a1b2c3d/remote.js'), 'utf8')).toBe(
      getTestEntry('new', '0a1b2c3d'),
    )
    expect(findTemporaryFiles()).toEqual([])
  })

  test('two folders published at the same time are both published', async () => {
    const names = ['one', 'two', 'three', 'four']
    await publish()
    const folders = names.map((name) => {
      const folder = join(testDatabase.dataDir, `dist-of-${name}`)
      writeShell(folder)
      writeRemote(folder, name)
      return folder
    })
    const second = await openTestDatabase(testDatabase)
    await Promise.all(folders.map((folder, at) => publish(folder, at % 2 ? second : database)))
    await second.close()
    const { revision, remotes } = await readDocument()
    expect(Object.keys(remotes).sort()).toEqual(names.toSorted())
    expect(revision).toBe(1 + names.length)
  })
})
