import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { makeStager, publishSite } from '../../testing/rollout-site.ts'

describeOnDatabases('a call of staging that cannot be', (server) => {
  const stager = () => makeStager(server())

  test.each([
    ['POST', '/-/rollouts', { remote: 'nobody', to: '1.0.0', plan: 'mid' }, 'remote-unknown'],
    ['POST', '/-/rollouts', { remote: 'nobody', to: '1.0.0', plan: 'quick' }, 'invalid-request'],
    ['POST', '/-/rollouts/r-0/advance', {}, 'rollout-unknown'],
    ['POST', '/-/rollouts/r-0/rollback', { reason: 'x' }, 'rollout-unknown'],
    ['POST', '/-/remotes/nobody/off', { reason: 'x' }, 'remote-unknown'],
    ['POST', '/-/remotes/shell/off', { reason: 'x' }, 'remote-unknown'],
    ['POST', '/-/remotes/nobody/rollback', {}, 'invalid-request'],
    ['GET', '/-/rollouts/r-0', undefined, 'rollout-unknown'],
  ] as const)('%s %s with %o is refused and changes nothing', async (method, url, body, code) => {
    const before = await stager().get('/-/events')
    const answer = method === 'GET' ? await stager().get(url) : await stager().post(url, body ?? {})
    expect(answer.json().code).toBe(code)
    expect((await stager().get('/-/events')).json()).toEqual(before.json())
  })

  test('each call needs its own scope for this very remote', async () => {
    const remote = 'one'
    await publishSite(server(), remote)
    const to = await stager().publish(remote, '1.1.0')
    const { id } = await stager().start(remote, to)
    const other = await stager().with('rollout:other', 'rollback:other', 'switch:other', 'preview:other')
    const calls: [string, object][] = [
      ['/-/rollouts', { remote, to, plan: 'mid' }],
      [`/-/rollouts/${id}/advance`, {}],
      [`/-/rollouts/${id}/rollback`, { reason: 'x' }],
      [`/-/remotes/${remote}/off`, { reason: 'x' }],
      [`/-/remotes/${remote}/rollback`, { reason: 'x' }],
    ]
    for (const [url, body] of calls)
      expect((await other.post(url, body)).json().code, url).toBe('insufficient-scope')
    expect((await stager().rollout(id)).status).toBe('running')
    expect((await other.get('/-/rollouts')).statusCode).toBe(200)
  })
})
