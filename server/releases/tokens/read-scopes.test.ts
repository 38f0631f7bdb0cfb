import { beforeAll, expect, test } from 'vitest'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'

describeWithServer('a token that reads', (server) => {
  const client = () => createRolloutClient(server())
  const rollouts: Record<string, string> = {}
  beforeAll(async () => {
    await publishSite(server(), 'one', 'two')
    for (const remote of ['one', 'two']) {
      const release = await client().publish(remote, '1.1.0')
      rollouts[remote] = (await client().start(remote, release)).id
    }
  })

  /** What a token with these scopes gets of the remote `two`, and which remotes its lists contain. */
  async function read(...scopes: string[]) {
    const token = await client().with(...scopes)
    const get = async (path: string) => (await token.get(path)).statusCode
    const list = async (path: string, key: string): Promise<unknown[]> => {
      const entries: { remote: string | null }[] = (await token.get(path)).json()[key]
      return [...new Set(entries.map(({ remote }) => remote))].toSorted()
    }
    return {
      statuses: await Promise.all(
        [
          '/-/releases/two',
          '/-/releases/two/1.1.0',
          '/-/releases/two/1.1.0/archive',
          `/-/rollouts/${rollouts.two}`,
          '/-/events/head',
        ].map(get),
      ),
      remotes: await list('/-/remotes', 'remotes'),
      rollouts: await list('/-/rollouts', 'rollouts'),
      events: await list('/-/events', 'events'),
    }
  }

  test.each([['read:one'], ['publish:one'], ['rollout:one', 'preview:one']])(
    'of one remote, with %j, gets nothing of another one',
    async (...scopes) => {
      expect(await read(...scopes)).toEqual({
        statuses: [403, 403, 403, 403, 403],
        remotes: ['one'],
        rollouts: ['one'],
        events: ['one'],
      })
    },
  )

  test('of two remotes gets both', async () => {
    expect(await read('read:one', 'switch:two')).toEqual({
      statuses: [200, 200, 200, 200, 403],
      remotes: ['one', 'two'],
      rollouts: ['one', 'two'],
      events: ['one', 'two'],
    })
  })

  test.each(['read', 'read:*', 'rollback:*', 'admin'])(
    'with %s gets every remote and the whole log',
    async (scope) => {
      const { statuses, events } = await read(scope)
      expect(statuses).toEqual([200, 200, 200, 200, 200])
      expect(events).toEqual([null, 'one', 'shell', 'two'])
    },
  )

  test('changes nothing', async () => {
    const reader = await client().with('read:one')
    expect((await reader.post('/-/remotes/one/off', { reason: 'x' })).json()).toMatchObject({
      status: 403,
      detail: expect.stringContaining('Expected a token with switch:one; '),
    })
    expect((await reader.get('/-/releases/two')).json().detail).toContain('Expected a token with read:two; ')
  })
})
