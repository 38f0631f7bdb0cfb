import { FrontendDiscoverySchema } from '@portico/shared/release/frontend-discovery.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { makeStager, publishSite } from '../../testing/rollout-site.ts'

describeOnDatabases('discovery', (server) => {
  const stager = () => makeStager(server())
  const open = async () =>
    v.parse(FrontendDiscoverySchema, (await stager().get('/-/discovery/v1-pre.json')).json())

  test('in the open schema has every field and no other', async () => {
    await publishSite(server(), 'one')
    const { id } = await stager().start('one', await stager().publish('one', '1.1.0'))
    await stager().step(id, 'advance')
    const { remotes } = await stager().document()
    const { schema, microFrontends } = await open()
    expect(schema).toBe('https://github.com/awslabs/frontend-discovery/blob/main/schema/v1-pre.json')
    expect(microFrontends.one).toEqual([
      {
        url: '/r/one/1.0.0-0a1b2c3d/remote.js',
        metadata: { integrity: remotes.one?.stable.entry.integrity, version: '1.0.0' },
        deployment: { traffic: 95, default: true },
        extras: expect.objectContaining({ team: 'one team' }),
      },
      {
        url: '/r/one/1.1.0-11111111/remote.js',
        fallbackUrl: '/r/one/1.0.0-0a1b2c3d/remote.js',
        metadata: { integrity: remotes.one?.canary?.release.entry.integrity, version: '1.1.0' },
        deployment: { traffic: 5, default: false },
        extras: expect.objectContaining({ rollout: id }),
      },
    ])
    for (const [version] of Object.values(microFrontends))
      expect((await server().app.inject(version?.url ?? '')).statusCode).toBe(200)
  })

  test('of a remote that is switched off sends no traffic to it', async () => {
    await stager().post('/-/remotes/one/off', { reason: 'an attack' })
    const traffic = (await open()).microFrontends.one?.map(({ deployment }) => deployment?.traffic)
    expect(traffic).toEqual([0, 0])
  })

  test('has every earlier revision, as it was', async () => {
    const now = await stager().document()
    const earlier = (await stager().get(`/-/discovery.json?revision=${now.revision - 1}`)).json()
    expect([earlier.revision, earlier.remotes.one.off]).toEqual([now.revision - 1, undefined])
    expect((await stager().get('/-/discovery.json?revision=999')).json().code).toBe('revision-unknown')
    expect((await stager().get('/-/discovery.json?revision=x')).json().code).toBe('invalid-request')
  })
})
