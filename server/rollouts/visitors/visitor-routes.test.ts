import { VisitorBucketsSchema } from '@portico/protocol/rollout/visitor-api.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'

describeWithServer('who gets what', (server) => {
  const client = () => createRolloutClient(server())
  let rollout = ''
  beforeAll(async () => {
    await publishSite(server(), 'one', 'two')
    const { id } = await client().start('one', await client().publish('one', '1.1.0'))
    for (const _ of [1, 2, 3]) await client().step(id, 'advance')
    rollout = id
  })

  async function ask(api: Pick<ReturnType<typeof client>, 'post'>, id: string) {
    const response = await api.post('/-/visitors', { id })
    expect(response.headers['cache-control']).toBe('no-store')
    return v.parse(VisitorBucketsSchema, response.json()).buckets
  }

  test('the bucket of a visitor’s cookie tells the arm that they get', async () => {
    const { share } = await client().rollout(rollout)
    const arms = new Set<string | undefined>()
    while (arms.size < 2) {
      const { body, cookies } = await server().app.inject('/')
      const arm = readPageData(body).remotes.find(({ name }) => name === 'one')?.arm
      const cookie = cookies.find(({ name }) => name === 'portico_visitor')?.value ?? ''
      const { [rollout]: bucket = Number.NaN } = await ask(client(), cookie)
      expect(bucket < share).toBe(arm === 'canary')
      arms.add(arm)
    }
  })

  test('a token learns only of the rollouts that it may read', async () => {
    const id = 'a'.repeat(22)
    expect(Object.keys(await ask(await client().with('rollout:one'), id))).toEqual([rollout])
    expect(await ask(await client().with('rollout:two'), id)).toEqual({})
    const withoutToken = await server().app.inject({ method: 'POST', url: '/-/visitors', payload: { id } })
    expect(withoutToken.statusCode).toBe(401)
  })

  test('what is no visitor id is refused with where to find one', async () => {
    const response = await client().post('/-/visitors', { id: 'ana' })
    expect(response.statusCode).toBe(400)
    expect(response.body).toContain('portico_visitor')
  })
})
