import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { publishAtStartup } from '../../rollouts/startup/publish-at-startup.ts'
import { getTestEntry, writeRemote, writeShell } from '../../testing/builds.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { type TestDatabase, testDatabases } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { findPredecessors } from './find-predecessors.ts'

describe.each(testDatabases)('the releases that browsers are likely to have ($kind)', ({ create }) => {
  let database: TestDatabase
  let server: TestServer
  beforeEach(async () => {
    database = await create()
    server = await startTestServer(database)
    await publishSite(server, 'one')
  })
  afterEach(async () => {
    await server.stop()
    await database.remove()
  })
  const readEntries = async (app: string, id: string) => {
    const found = await findPredecessors(server, { app, id })
    const file = app === 'shell' ? 'index.js' : 'remote.js'
    return Promise.all(found.map(async ({ read }) => String(await read(file))))
  }

  test('are those that visitors get, then the last stable ones, four in all', async () => {
    const client = createRolloutClient(server)
    const release = async (patch: number, plan: string | null) => {
      const to = await client.publish('one', `1.0.${patch}`, String(patch).repeat(8))
      if (plan !== null) await client.start('one', to, plan)
    }
    for (const patch of [1, 2, 3]) await release(patch, 'now')
    await release(4, null)
    await release(5, 'mid')
    expect((await readEntries('one', '1.0.6-66666666')).toSorted()).toEqual([
      getTestEntry('one', '11111111'),
      getTestEntry('one', '22222222'),
      getTestEntry('one', '33333333'),
      getTestEntry('one', '55555555'),
    ])
  })

  test('of the shell are the last ones', async () => {
    for (const hash of ['1', '2', '3', '4', '5']) {
      const dist = `${server.configuration.dataDir}/dist-${hash}`
      writeShell(dist, { hash: hash.repeat(8), files: { 'index.js': `start(${hash})` } })
      writeRemote(dist, 'one')
      await publishAtStartup(dist, server)
    }
    const scripts = await readEntries('shell', '1.0.0-66666666')
    expect([scripts[0], scripts.toSorted()]).toEqual([
      'start(5)',
      ['start(2)', 'start(3)', 'start(4)', 'start(5)'],
    ])
  })
})
