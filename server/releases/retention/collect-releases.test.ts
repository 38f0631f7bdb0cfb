import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CollectResultSchema } from '@portico/protocol/publish/release-api.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { packRemote } from '../../testing/archives.ts'
import { describeOnStores } from '../../testing/describe-stores.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'

describeOnStores('collecting old releases', (server) => {
  const client = () => createRolloutClient(server())
  const collect = async () =>
    v.parse(CollectResultSchema, (await client().post('/-/releases/collect', {})).json()).collected
  const isStored = (id: string) =>
    existsSync(join(server().configuration.dataDir, 'releases/one', id, 'remote.js'))

  test('only old, unused releases that are not among the last ten are removed', async () => {
    await publishSite(server(), 'one')
    for (let minor = 1; minor <= 13; minor += 1) await client().publish('one', `1.${minor}.0`)
    await client().start('one', '1.1.0', 'now') // stable; 1.0.0 is the fallback
    expect(await collect()).toEqual([])
    const { db } = server()
    const rows = await db
      .selectFrom('release')
      .select(['id', 'published_at'])
      .where('app', '=', 'one')
      .execute()
    for (const { id, published_at } of rows) {
      const aged = db.updateTable('release').set({ published_at: published_at - 31 * 24 * 3_600_000 })
      await aged.where('id', '=', id).where('app', '=', 'one').execute()
    }
    expect(await collect()).toEqual(['one@1.3.0-11111111', 'one@1.2.0-11111111'])
    expect(['1.0.0-0a1b2c3d', '1.1.0-11111111', '1.4.0-11111111'].map(isStored)).toEqual([true, true, true])
    expect(['1.2.0-11111111', '1.3.0-11111111'].map(isStored)).toEqual([false, false])
    expect(await collect()).toEqual([])
    expect((await client().get('/-/events')).json().events.at(-1)).toMatchObject({ what: 'release.collect' })
  })

  test('a collected version can’t be rolled out or replaced, but the same bytes can be published again', async () => {
    expect(
      (await client().post('/-/rollouts', { remote: 'one', to: '1.2.0', plan: 'now' })).json().code,
    ).toBe('release-unknown')
    const put = (hash: string) =>
      packRemote('one', { version: '1.2.0', hash }).then((archive) =>
        client().archive('PUT', '/-/releases/one/1.2.0', archive),
      )
    expect((await put('22222222')).json().code).toBe('release-exists')
    expect((await put('11111111')).statusCode).toBe(201)
    expect(isStored('1.2.0-11111111')).toBe(true)
  })

  test('collecting releases requires an admin token', async () => {
    const team = await client().with('publish:one', 'rollout:one', 'rollback:*')
    expect((await team.post('/-/releases/collect', {})).json().code).toBe('insufficient-scope')
  })
})
