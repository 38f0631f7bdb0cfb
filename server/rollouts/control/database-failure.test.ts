import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { createBrowsers } from '../../testing/load-reports.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'

const tables = [
  'document',
  'remote',
  'release',
  'rollout',
  'event',
  'load_count',
  'reporting_network',
] as const

describeOnDatabases('a failing database', (server) => {
  const client = () => createRolloutClient(server())

  test('pages keep working from the last document, and no visitor changes arms', async () => {
    await publishSite(server(), 'one')
    const to = await client().publish('one', '1.1.0')
    const { id } = await client().start('one', to)
    const rollout = await client().step(id, 'advance')
    const browsers = createBrowsers(server(), rollout)
    const visitor = browsers.visitor('canary', rollout.share)
    const page = () => server().app.inject({ url: '/one', headers: { cookie: visitor.cookie } })
    const before = await page()
    const { schema } = server().db
    for (const table of tables) await schema.alterTable(table).renameTo(`away_${table}`).execute()

    const during = await page()
    expect([during.statusCode, during.body]).toEqual([200, before.body])
    expect(during.body).toContain(`/r/one/${to}/remote.js`)
    expect((await server().app.inject(`/r/one/${to}/remote.js`)).statusCode).toBe(200)
    expect((await client().document()).remotes.one?.canary?.share).toBe(500)
    expect((await browsers.send([browsers.load('canary')], { visitor })).statusCode).toBe(204)
    const rejected = await client().post(`/-/rollouts/${id}/advance`, {})
    expect([rejected.statusCode, rejected.json().code]).toEqual([500, 'internal-error'])

    for (const table of tables) await schema.alterTable(`away_${table}`).renameTo(table).execute()
    expect(await client().rollout(id)).toMatchObject({ status: 'running', share: 500 })
  })
})
