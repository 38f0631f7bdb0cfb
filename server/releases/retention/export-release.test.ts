import { ExportedReleaseSchema } from '@portico/protocol/publish/promotion.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { packRemote } from '../../testing/archives.ts'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'

describeOnDatabases('what a site knows of a release', (server) => {
  const client = () => createRolloutClient(server())
  const describeRelease = async (id: string) =>
    v.parse(ExportedReleaseSchema, (await client().get(`/-/releases/one/${id}`)).json()).evidence

  test('has no browser check if it was published at startup', async () => {
    await publishSite(server(), 'one')
    expect(await describeRelease('1.0.0')).toMatchObject({
      publishedBy: 'start',
      browser: null,
      rollout: { plan: 'now', status: 'completed' },
    })
  })

  test('is its own browser check and its own last rollout, even if others can’t be read any more', async () => {
    const publish = async (version: string, hash: string, browser: string) => {
      const archive = await packRemote('one', { version, hash })
      const path = `/-/releases/one/${version}?browser=${browser}&reason=a+test`
      expect((await client().archive('PUT', path, archive)).statusCode).toBe(201)
      return `${version}-${hash}`
    }
    const first = await publish('1.1.0', '11111111', 'mounted')
    const other = await publish('1.1.0-11111111', '22222222', 'skipped') // its id begins with that of the first
    const rollouts: string[] = []
    for (const release of [first, first, other]) {
      const { id } = await client().start('one', release)
      await client().step(id, 'pause')
      await client().step(id, 'cancel')
      rollouts.push(id)
    }
    expect(await describeRelease(first)).toMatchObject({ browser: 'mounted', rollout: { id: rollouts[1] } })
    expect(await describeRelease(other)).toMatchObject({ browser: 'skipped', rollout: { id: rollouts[2] } })
    await server()
      .db.updateTable('rollout')
      .set({ state: '{}' })
      .where('id', '=', rollouts[2] ?? '')
      .execute()
    expect(await describeRelease(first)).toMatchObject({ rollout: { id: rollouts[1], plan: 'mid' } })
  })
})
