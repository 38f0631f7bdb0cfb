import { ReleaseDetailSchema } from '@portico/protocol/publish/release-detail.ts'
import * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { packRemote } from '../../testing/archives.ts'
import type { TestBuild } from '../../testing/builds.ts'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'

describeOnDatabases('the detail of a release', (server) => {
  const client = () => createRolloutClient(server())
  const commit = `${'0a1b2c3d'.repeat(5)}-dirty`
  const first = '1.0.0-0a1b2c3d'
  const second = '1.1.0-11111111'
  beforeAll(async () => {
    await publishSite(server(), 'one')
    const files = { 'static/home.22222222.js': 'home()', 'page.css': 'h1{}h2{}' }
    const pages = [{ path: '/one' }, { path: '/one/more' }]
    await publish({ version: '1.1.0', hash: '11111111', files, pages }, `browser=mounted&commit=${commit}`)
  })

  async function publish(build: TestBuild & { version: string }, query: string): Promise<void> {
    const path = `/-/releases/one/${build.version}?${query}`
    const response = await client().archive('PUT', path, await packRemote('one', build))
    expect(response.statusCode, response.body).toBe(201)
  }
  const read = async (named: string) => {
    const response = await client().get(`/-/releases/one/${named}/detail`)
    expect(response.headers['cache-control']).toBe('no-store')
    return v.parse(ReleaseDetailSchema, response.json())
  }

  test('has who published it, from which commit, and its checks today', async () => {
    const detail = await read('1.1.0')
    expect(detail).toMatchObject({
      id: second,
      publishedBy: 'admin',
      commit,
      browser: 'mounted',
      stableAt: null,
    })
    expect(detail.checks?.map(({ check, isOk }) => [check, isOk])).toContainEqual(['byte-budget', true])
    expect(detail.checks?.filter(({ isOk }) => !isOk)).toEqual([])
    expect(await read(first)).toMatchObject({
      publishedBy: 'start',
      commit: null,
      browser: null,
      previous: null,
    })
  })

  test('has what it changes about the release that visitors have', async () => {
    const { previous } = await read(second)
    expect(previous).toMatchObject({ id: first, shared: [] })
    expect(previous?.manifest.map(({ name, before }) => [name, before])).toEqual([['page /one/more', null]])
    const sizes = Object.fromEntries(previous?.files.map(({ name, ...of }) => [name, of]) ?? [])
    expect(sizes['static/home.js']).toEqual({ before: null, after: 6 })
    expect(sizes['page.css']).toEqual({ before: 4, after: 8 })
    const entry = (await read(second)).files.find(({ name }) => name === 'remote.js')?.bytes ?? 0
    expect(previous?.newBytes).toBe(entry + 8)
  })

  test('has its rollouts and events, and why it was rolled back', async () => {
    const { id } = await client().start('one', second)
    await client().step(id, 'rollback', { reason: 'it is slow' })
    const detail = await read(second)
    expect(detail.rollouts).toMatchObject([{ id, plan: 'mid', status: 'rolled-back', reason: 'it is slow' }])
    expect(detail.events.map(({ what }) => what)).toEqual([
      'release.publish',
      'rollout.start',
      'rollout.rollback',
    ])
    expect(detail.quarantined).toBe('it is slow')
  })

  test('is known after its files were removed', async () => {
    await server().db.updateTable('release').set({ collected_at: 1 }).where('id', '=', second).execute()
    expect(await read(second)).toMatchObject({ collectedAt: 1, checks: null })
    await server().db.updateTable('release').set({ collected_at: null }).where('id', '=', second).execute()
  })

  test.each([
    ['read:two', '/-/releases/one/1.1.0/detail', 403],
    ['read', '/-/releases/one/9.9.9/detail', 404],
    ['read', '/-/releases/shell/1.0.0/detail', 200],
  ])('with %j, %s gets %i', async (scope, path, status) => {
    expect((await (await client().with(scope)).get(path)).statusCode).toBe(status)
  })
})
