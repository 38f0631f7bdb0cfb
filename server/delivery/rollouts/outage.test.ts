import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { makeBrowsers } from '../../testing/load-reports.ts'
import { makeStager, publishSite } from '../../testing/rollout-site.ts'

const tables = ['document', 'remote', 'release', 'rollout', 'event', 'metric', 'counted'] as const

describeOnDatabases('while the database is away', (server) => {
  const stager = () => makeStager(server())

  test('every page works on the last document, and nobody changes arm', async () => {
    await publishSite(server(), 'one')
    const to = await stager().publish('one', '1.1.0')
    const { id } = await stager().start('one', to)
    const rollout = await stager().step(id, 'advance')
    const browsers = makeBrowsers(server(), rollout)
    const visitorId = browsers.visitor('canary', rollout.share)
    const page = () =>
      server().app.inject({ url: '/one', headers: { cookie: `portico_visitor=${visitorId}` } })
    const before = await page()
    const { schema } = server().db
    for (const table of tables) await schema.alterTable(table).renameTo(`away_${table}`).execute()

    const during = await page()
    expect([during.statusCode, during.body]).toEqual([200, before.body])
    expect(during.body).toContain(`/r/one/${to}/remote.js`)
    expect((await server().app.inject(`/r/one/${to}/remote.js`)).statusCode).toBe(200)
    expect((await stager().document()).remotes.one?.canary?.share).toBe(500)
    expect((await browsers.send([browsers.load('canary')], { visitorId })).statusCode).toBe(204)
    const refused = await stager().post(`/-/rollouts/${id}/advance`, {})
    expect([refused.statusCode, refused.json().code]).toEqual([500, 'internal-error'])

    for (const table of tables) await schema.alterTable(`away_${table}`).renameTo(table).execute()
    expect(await stager().rollout(id)).toMatchObject({ status: 'running', share: 500 })
  })
})
