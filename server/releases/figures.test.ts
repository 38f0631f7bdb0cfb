import { type SiteFigures, SiteFiguresSchema } from '@portico/kit/site/site-figures.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { describeOnDatabases } from '../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../testing/rollout-site.ts'

describeOnDatabases('figures for visitors', (server) => {
  async function fetchFigures(): Promise<SiteFigures> {
    const { statusCode, body } = await server().app.inject({ url: '/-/figures.json' })
    expect(statusCode).toBe(200)
    return v.parse(v.pipe(v.string(), v.parseJson(), SiteFiguresSchema), body)
  }

  test('releases are counted once everyone has got them, and a rollback is remembered without its reason', async () => {
    const client = createRolloutClient(server())
    await publishSite(server(), 'new')
    await client.publish('new', '1.1.0')
    const { id } = await client.start('new', '1.1.0')
    expect(await fetchFigures()).toMatchObject({
      releases: 2,
      lastRollback: null,
      shellBytes: expect.any(Number),
    })
    for (const _ of [5, 25, 50, 100, 'completed']) await client.step(id, 'advance')
    expect(await fetchFigures()).toMatchObject({ releases: 3, lastRelease: { app: 'new', version: '1.1.0' } })

    await client.post('/-/remotes/new/rollback', { reason: 'a customer complained' })
    const { lastRollback, ...others } = await fetchFigures()
    expect(lastRollback).toEqual({ remote: 'new', at: expect.any(Number) })
    expect(JSON.stringify(others)).not.toContain('customer')
  })
})
