import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RolloutEvent } from '@portico/protocol/rollout/transition.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfiguration } from '../../configuration/configuration.ts'
import type { Database } from '../../database/database.ts'
import { readDiscovery } from '../../releases/changes/discovery-repository.ts'
import { makeChange } from '../../releases/changes/make-change.ts'
import { type TestShell, writeRemote, writeShell } from '../../testing/builds.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { applyEvent } from '../control/apply-event.ts'
import { publishAtStartup } from './publish-at-startup.ts'

describe('the shell of a start', () => {
  let testDatabase: TestDatabase
  let database: Database
  let dist = ''

  beforeEach(async () => {
    testDatabase = await createTestDatabase()
    database = await openTestDatabase(testDatabase)
    dist = join(testDatabase.dataDir, 'dist')
  })
  afterEach(async () => {
    await database.close()
    await testDatabase.remove()
  })

  function publishWith(environment: Record<string, string>, onWarning = (_message: string) => {}) {
    const given = { DATA_DIR: testDatabase.dataDir, SITE_SECRET: 's'.repeat(32), ...environment }
    return publishAtStartup(
      dist,
      { configuration: readConfiguration(given, '/'), db: database.db },
      onWarning,
    )
  }
  const readDocument = () => readDiscovery(database.db)
  const live = async () => {
    const { shell, remotes } = await readDocument()
    return [shell?.hash, remotes.one?.stable?.hash]
  }
  const start = async (hash: string, environment: Record<string, string> = {}, shell: TestShell = {}) => {
    writeShell(dist, { hash, ...shell })
    writeRemote(dist, 'one', { hash })
    const warnings: string[] = []
    await publishWith(environment, (message) => warnings.push(message))
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
  const change = (...events: readonly RolloutEvent[]) =>
    makeChange(
      { configuration: readConfiguration({ DATA_DIR: testDatabase.dataDir }, '/'), db: database.db },
      'site',
      async (trx) => {
        for (const event of events) await applyEvent(trx, { remote: 'shell', event })
      },
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

  const reason = 'a test'
  test.each<[string, RolloutEvent[]]>([
    ['rolled back', [{ kind: 'rolled-back', reason }]],
    [
      'cancelled',
      [
        { kind: 'paused', reason },
        { kind: 'cancelled', reason },
      ],
    ],
  ])('a start never brings back a shell that was %s', async (_, events) => {
    await startOld()
    await start(newer, site)
    await change(...events)
    expect(await start(newer, site)).toBe('')
    expect(await readCanary()).toBeUndefined()
    expect(await live()).toEqual([old, newer])
  })

  test('a start rolls out nothing while the shell is frozen', async () => {
    await startOld()
    await change({ kind: 'frozen', reason })
    await start(newer, site)
    expect((await readDocument()).shell).toMatchObject({ hash: old })
    expect(await readCanary()).toBeUndefined()
  })

  test('a shell from before shells had rollouts is replaced in steps, and can be returned to', async () => {
    await startOld()
    await database.db.deleteFrom('remote').where('name', '=', 'shell').execute()
    await database.db.deleteFrom('rollout').where('remote', '=', 'shell').execute()
    await start(newer, site)
    expect(await readCanary()).toEqual([old, newer, 500])
    for (const _ of [1, 2, 3, 4]) await change({ kind: 'advanced', reason })
    expect(await live()).toEqual([newer, newer])
    await change({ kind: 'rolled-back', reason, to: `1.0.0-${old}` })
    expect(await live()).toEqual([old, newer])
  })

  test('a remote that needs the new shell waits until everyone has it', async () => {
    writeShell(dist, { hash: old, provides: { react: '18.0.0' } })
    await publishWith(site)
    await database.db.updateTable('release').set({ published_at: 1 }).execute()
    writeShell(dist, { hash: newer })
    writeRemote(dist, 'two')
    const warnings: string[] = []
    await publishWith(site, (message) => warnings.push(message))
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
