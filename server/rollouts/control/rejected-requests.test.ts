import { expect, test } from 'vitest'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'

describeWithServer('rejected rollout requests', (server) => {
  const client = () => createRolloutClient(server())

  test.each([
    ['POST', '/-/rollouts', { remote: 'unknown', to: '1.0.0', plan: 'mid' }, 'remote-unknown'],
    ['POST', '/-/rollouts', { remote: 'unknown', to: '1.0.0', plan: 'quick' }, 'invalid-request'],
    ['POST', '/-/rollouts/r-0/advance', {}, 'rollout-unknown'],
    ['POST', '/-/rollouts/r-0/rollback', { reason: 'x' }, 'rollout-unknown'],
    ['POST', '/-/remotes/missing/off', { reason: 'x' }, 'remote-unknown'],
    ['POST', '/-/remotes/shell/off', { reason: 'x' }, 'invalid-request'],
    ['POST', '/-/remotes/missing/rollback', {}, 'invalid-request'],
    ['GET', '/-/rollouts/r-0', undefined, 'rollout-unknown'],
  ] as const)('%s %s with %o is rejected and changes nothing', async (method, url, body, code) => {
    const before = await client().get('/-/events')
    const response = method === 'GET' ? await client().get(url) : await client().post(url, body ?? {})
    expect(response.json().code).toBe(code)
    expect((await client().get('/-/events')).json()).toEqual(before.json())
  })

  test('a token with another remote’s scope is rejected', async () => {
    const remote = 'one'
    await publishSite(server(), remote)
    const to = await client().publish(remote, '1.1.0')
    const { id } = await client().start(remote, to)
    const other = await client().with('rollout:other', 'rollback:other', 'switch:other', 'preview:other')
    const requests: [string, object][] = [
      ['/-/rollouts', { remote, to, plan: 'mid' }],
      [`/-/rollouts/${id}/advance`, {}],
      [`/-/rollouts/${id}/rollback`, { reason: 'x' }],
      [`/-/remotes/${remote}/off`, { reason: 'x' }],
      [`/-/remotes/${remote}/rollback`, { reason: 'x' }],
    ]
    for (const [url, body] of requests)
      expect((await other.post(url, body)).json().code, url).toBe('insufficient-scope')
    expect((await client().rollout(id)).status).toBe('running')
    expect((await other.get('/-/rollouts')).statusCode).toBe(200)
  })
})
