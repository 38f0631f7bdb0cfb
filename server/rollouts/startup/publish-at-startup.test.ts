import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfiguration } from '../../configuration/configuration.ts'
import type { Database } from '../../database/database.ts'
import { readDiscovery } from '../../releases/changes/discovery-repository.ts'
import { makeChange } from '../../releases/changes/make-change.ts'
import { getTestEntry, type TestShell, writeRemote, writeShell } from '../../testing/builds.ts'
import { openTestDatabase, type TestDatabase, testDatabases } from '../../testing/test-database.ts'
import { applyEvent } from '../control/apply-event.ts'
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
    return publishWith({ DATA_DIR: dataDir }, { from, db })
  }
  function publishWith(
    environment: Record<string, string>,
    { from = dist, db = database.db, onWarning = (_message: string) => {} } = {},
  ) {
    const given = { DATA_DIR: testDatabase.dataDir, SITE_SECRET: 's'.repeat(32), ...environment }
    return publishAtStartup(from, { configuration: readConfiguration(given, '/'), db }, onWarning)
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

  describe('on a site with several servers', () => {
    const live = async () => {
      const { shell, remotes } = await readDocument()
      return [shell?.hash, remotes.one?.stable?.hash]
    }
    const start = async (hash: string, environment: Record<string, string> = {}, shell: TestShell = {}) => {
      writeShell(dist, { hash, ...shell })
      writeRemote(dist, 'one', { hash })
      const warnings: string[] = []
      await publishWith(environment, { onWarning: (message) => warnings.push(message) })
      return warnings.join()
    }
    const old = '11111111'
    const newer = '22222222'
    const site = { PUBLIC_URL: 'https://site.example' }
    const readCanary = async () => {
      const { shell } = await readDocument()
      return shell?.canary && [shell.hash, shell.canary.release.hash, shell.canary.share]
    }
    /** The next release is published at least a millisecond later. */
    const startOld = async (shell: TestShell = {}) => {
      await start(old, site, shell)
      await database.db.updateTable('release').set({ published_at: 1 }).execute()
    }
    const rollBackShell = () =>
      makeChange(
        { configuration: readConfiguration({ DATA_DIR: testDatabase.dataDir }, '/'), db: database.db },
        'site',
        (change) => applyEvent(change, { remote: 'shell', event: { kind: 'rolled-back', reason: 'a test' } }),
      )

    test('a server that starts with older code changes nothing, and says so', async () => {
      await startOld()
      expect(await start(newer)).toBe('')
      expect(await live()).toEqual([newer, newer])
      const warning = await start(old)
      expect(warning).toContain(`shell@1.0.0-${old}, which is older than shell@1.0.0-${newer}`)
      expect(warning).toContain(`rollback shell --to 1.0.0-${old}`)
      expect(await live()).toEqual([newer, newer])
    })

    test('on a public site, a new shell goes to a share of visitors, and remotes that fit both to everyone', async () => {
      await startOld()
      expect(await start(newer, site)).toBe('')
      expect(await live()).toEqual([old, newer])
      expect(await readCanary()).toEqual([old, newer, 500])
      const before = await readDocument()
      expect(await start(old, site)).toContain('which is older than')
      expect(await start(newer, site)).toBe('')
      expect(await readDocument()).toEqual(before)
    })

    test.each([
      ['the operator wants it at once', { SHELL_PLAN: 'now', ...site }, {}],
      ['its predecessor can’t report how it works', site, { protocolVersion: 1 }],
    ])('a new shell goes to everyone if %s', async (_, environment, before) => {
      await startOld(before)
      await start(newer, environment)
      expect(await live()).toEqual([newer, newer])
    })

    test('a start never brings back a shell that was rolled back', async () => {
      await startOld()
      await start(newer, site)
      await rollBackShell()
      expect(await start(newer, site)).toBe('')
      expect(await readCanary()).toBeUndefined()
      expect(await live()).toEqual([old, newer])
    })

    test('a remote that needs the new shell waits until everyone has it', async () => {
      writeShell(dist, { hash: old, provides: { react: '18.0.0' } })
      await publishWith(site)
      await database.db.updateTable('release').set({ published_at: 1 }).execute()
      writeShell(dist, { hash: newer })
      writeRemote(dist, 'two')
      const warnings: string[] = []
      await publishWith(site, { onWarning: (message) => warnings.push(message) })
      expect(warnings.join()).toContain(
        `two@1.0.0-0a1b2c3d is published, but not rolled out: it needs to run in shell@1.0.0-${old}`,
      )
      expect(await readCanary()).toEqual([old, newer, 500])
    })

    test.each(['now', 'mid'])(
      'a shell in which a live remote can’t run is refused with the plan %s',
      async (plan) => {
        await startOld()
        rmSync(join(dist, 'one'), { recursive: true })
        writeShell(dist, { hash: newer, provides: { react: '20.0.0' } })
        await expect(publishWith({ ...site, SHELL_PLAN: plan })).rejects.toThrow(
          `one@1.0.0-${old}: react: expected a range that includes 20.0.0`,
        )
        expect(await live()).toEqual([old, old])
        expect(await readCanary()).toBeUndefined()
      },
    )
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
