import { FrontendDiscoverySchema } from '@portico/protocol/discovery/frontend-discovery.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'

describeWithServer('open discovery schema', (server) => {
  const client = () => createRolloutClient(server())
  const open = async () =>
    v.parse(FrontendDiscoverySchema, (await client().get('/-/discovery/v1-pre.json')).json())

  test('the open document has every field of the schema and no others', async () => {
    await publishSite(server(), 'one')
    const { id } = await client().start('one', await client().publish('one', '1.1.0'))
    await client().step(id, 'advance')
    const { remotes } = await client().document()
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

  test('a remote that is switched off gets no traffic', async () => {
    await client().post('/-/remotes/one/off', { reason: 'an attack' })
    const traffic = (await open()).microFrontends.one?.map(({ deployment }) => deployment?.traffic)
    expect(traffic).toEqual([0, 0])
  })

  test('earlier revisions are served unchanged', async () => {
    const now = await client().document()
    const earlier = (await client().get(`/-/discovery.json?revision=${now.revision - 1}`)).json()
    expect([earlier.revision, earlier.remotes.one.off]).toEqual([now.revision - 1, undefined])
    expect((await client().get('/-/discovery.json?revision=999')).json().code).toBe('revision-unknown')
    expect((await client().get('/-/discovery.json?revision=x')).json().code).toBe('invalid-request')
  })
})
