import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import { expect, test } from 'vitest'
import { publishAtStartup } from '../../rollouts/startup/publish-at-startup.ts'
import { packRemote } from '../../testing/archives.ts'
import { writeRemote, writeShell } from '../../testing/builds.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { addStablePath, createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { readDiscovery } from '../changes/discovery-repository.ts'

let count = 0
/** Names of an owner of paths and of another remote, which no other test uses. */
function createNames() {
  count += 1
  return { owner: `owner${count}`, other: `other${count}` }
}

describeWithServer('paths of pages', (server) => {
  const client = () => createRolloutClient(server())

  async function publish(remote: string, version: string, paths: readonly string[]) {
    const hash = version.replaceAll('.', '').padEnd(8, '0')
    const pages = paths.map((path): Pick<RemotePage, 'path'> => ({ path }))
    const archive = await packRemote(remote, { version, hash, pages })
    const response = await client().archive('PUT', `/-/releases/${remote}/${version}`, archive)
    return { status: response.statusCode, detail: response.json().detail, id: `${version}-${hash}` }
  }
  async function release(remote: string, version: string, paths: readonly string[], plan = 'now') {
    const { id, status, detail } = await publish(remote, version, paths)
    expect([status, detail]).toEqual([201, undefined])
    const response = await client().post('/-/rollouts', { remote, to: id, plan })
    return { ...response.json(), to: id, code: response.json().code }
  }
  const stableOf = async (remote: string) => {
    const stable = (await readDiscovery(server().db)).remotes[remote]?.stable
    return stable && `${stable.version}-${stable.hash}`
  }

  test.each([
    ['/{owner}/:slug', 'conflicts with /{owner}/:name of {owner} (stable): some addresses match both'],
    ['/{OWNER}/new', 'conflicts with /{owner}/:name of {owner} (stable): some addresses match both'],
    ['/{owner}/:a/:b/:c', '/{owner} and everything below it belong to one remote'],
    ['/*', 'The page /* would match addresses of other remotes'],
    ['/:x', 'The page /:x would match addresses of other remotes'],
    ['/:x/:y/settings', 'The page /:x/:y/settings would match addresses of other remotes'],
  ])('another remote cannot publish %s', async (path, message) => {
    const { owner, other } = createNames()
    await publishSite(server(), owner)
    await release(owner, '1.1.0', [`/${owner}`, `/${owner}/:name`])
    const fill = (text: string) =>
      text.replaceAll('{owner}', owner).replaceAll('{OWNER}', owner.toUpperCase())
    const refused = await publish(other, '1.0.0', [`/${other}`, fill(path)])
    expect([refused.status, refused.detail]).toEqual([422, expect.stringContaining(fill(message))])
  })

  test('the paths of a canary and of a waiting rollout belong to its remote', async () => {
    const { owner, other } = createNames()
    await publishSite(server(), owner, other)
    await client().post(`/-/remotes/${owner}/freeze`, { reason: 'a holiday' })
    const { id, status } = await release(owner, '1.1.0', [`/${owner}`, `/${owner}-new/:id`], 'mid')
    expect(status).toBe('pending')
    expect(await publish(other, '1.1.0', [`/${owner}-new/one`])).toMatchObject({
      status: 422,
      detail: expect.stringContaining(`/${owner}-new/:id of ${owner} (canary)`),
    })
    await client().post(`/-/remotes/${owner}/unfreeze`, { reason: 'back again' })
    expect((await publish(other, '1.1.0', [`/${owner}-new`])).status).toBe(422)
    await client().step(id, 'rollback', { reason: 'it blinks' })
    expect((await publish(other, '1.1.0', [`/${owner}-new`])).status).toBe(201)
  })

  test('of two releases with the same path, the first one that is started gets it', async () => {
    const { owner, other } = createNames()
    await publishSite(server(), owner, other)
    const paths = [`/wanted${count}`]
    const second = await publish(other, '1.1.0', [`/${other}`, ...paths])
    await release(owner, '1.1.0', [`/${owner}`, ...paths], 'mid')
    for (const plan of ['mid', 'now']) {
      const response = await client().post('/-/rollouts', { remote: other, to: second.id, plan })
      expect([response.statusCode, response.json()]).toMatchObject([
        409,
        { code: 'path-conflict', detail: expect.stringContaining(`of ${owner} (canary)`) },
      ])
    }
    expect(await stableOf(other)).toBe('1.0.0-0a1b2c3d')
  })

  test('a path is free once neither the stable release of its remote nor its fallback has it', async () => {
    const { owner, other } = createNames()
    await publishSite(server(), owner, other)
    const moved = `/moved${count}`
    await release(owner, '1.1.0', [`/${owner}`, `${moved}/:id`])
    expect((await publish(other, '1.1.0', [`/${other}`, moved])).status).toBe(422)
    const leaving = await release(owner, '1.2.0', [`/${owner}`], 'mid')
    expect((await publish(other, '1.1.0', [`/${other}`, moved])).status).toBe(422)
    for (const _ of leaving.plan.steps) await client().step(leaving.id, 'advance')
    expect(await stableOf(owner)).toBe(leaving.to)
    expect((await publish(other, '1.1.0', [`/${other}`, moved])).status).toBe(422) // the fallback has it
    const unclaimed = await release(owner, '1.3.0', [`/${owner}`])
    const { to } = await release(other, '1.1.0', [`/${other}`, moved])
    expect(await stableOf(other)).toBe(to)
    // To the release that still has the path, which another remote's visitors use now.
    const earlier = { to: leaving.from, reason: 'it blinks' }
    const rollback = await client().post(`/-/remotes/${owner}/rollback`, earlier)
    expect([rollback.statusCode, rollback.json().code]).toEqual([409, 'path-conflict'])
    expect(await stableOf(owner)).toBe(unclaimed.to)
  })

  test('a rollback to the previous release finds its paths unclaimed', async () => {
    const { owner, other } = createNames()
    await publishSite(server(), owner, other)
    const moved = `/back${count}`
    const before = await release(owner, '1.1.0', [`/${owner}`, moved])
    await release(owner, '1.2.0', [`/${owner}`])
    expect((await publish(other, '1.1.0', [`/${other}`, moved])).status).toBe(422)
    const rollback = await client().post(`/-/remotes/${owner}/rollback`, { reason: 'it blinks' })
    expect(rollback.statusCode).toBe(200)
    expect(await stableOf(owner)).toBe(before.to)
  })

  test('a remote keeps a prefix that it has shared with another one since before', async () => {
    const { owner, other } = createNames()
    const dist = join(server().configuration.dataDir, `dist-of-${owner}`)
    writeShell(dist)
    writeRemote(dist, owner, { pages: [{ path: `/${owner}` }] })
    writeRemote(dist, other, { pages: [{ path: `/${other}` }] })
    await publishAtStartup(dist, server())
    await release(other, '1.1.0', [`/${other}`, `/${other}/a`])
    await addStablePath(server(), owner, `/${other}/b`)
    expect((await publish(other, '1.2.0', [`/${other}/a`, `/${other}/c`])).status).toBe(201)
    expect((await publish(other, '1.3.0', [`/${other}/:id`])).status).toBe(422)
  })

  test('a rollout whose path another remote has claimed does not advance, says why, and continues once it is free', async () => {
    const { owner, other } = createNames()
    await publishSite(server(), owner, other)
    const rollout = await release(other, '1.1.0', [`/${other}`, `/late${count}`], 'mid')
    await client().step(rollout.id, 'advance')
    await addStablePath(server(), owner, `/late${count}`)
    const { missing } = await client().rollout(rollout.id)
    expect(missing).toContainEqual(
      expect.stringContaining(`needs its paths: The page /late${count} conflicts`),
    )
    const refused = await client().post(`/-/rollouts/${rollout.id}/advance`, { reason: 'a test' })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'path-conflict'])
    await release(owner, '1.1.0', [`/${owner}`])
    for (const _ of rollout.plan.steps.slice(1)) await client().step(rollout.id, 'advance')
    expect(await stableOf(other)).toBe(rollout.to)
  })

  test('a start refuses a build whose path a team has released with a token', async () => {
    const { owner, other } = createNames()
    await publishSite(server(), owner, other)
    await release(owner, '1.1.0', [`/${owner}`, `/token${count}`])
    const before = await readDiscovery(server().db)
    const dist = join(server().configuration.dataDir, `dist-of-${other}`)
    writeShell(dist)
    writeRemote(dist, other, { version: '1.1.0', hash: '33333333', pages: [{ path: `/token${count}/:id` }] })
    await expect(publishAtStartup(dist, server())).rejects.toThrow(
      `${other}@1.1.0-33333333 can't be released: The page /token${count}/:id conflicts with /token${count} of ${owner} (stable)`,
    )
    expect(await readDiscovery(server().db)).toEqual(before)
  })

  test('remotes that are first released by one start may share a first segment, but no address', async () => {
    const { owner, other } = createNames()
    const dist = join(server().configuration.dataDir, `dist-of-${owner}`)
    const common = `/common${count}`
    const start = async (remotes: Readonly<Record<string, readonly string[]>>, hash = '0a1b2c3d') => {
      rmSync(dist, { recursive: true, force: true })
      writeShell(dist)
      for (const [name, paths] of Object.entries(remotes))
        writeRemote(dist, name, { hash, pages: paths.map((path) => ({ path })) })
      await publishAtStartup(dist, server())
    }
    await expect(start({ [owner]: [`${common}/:id`], [other]: [`${common}/b`] })).rejects.toThrow(
      `The page ${common}/b conflicts with ${common}/:id of ${owner} (stable): some addresses match both`,
    )
    await start({ [owner]: [`${common}/a`], [other]: [`${common}/b`] }, '11111111')
    expect([await stableOf(owner), await stableOf(other)]).toEqual(['1.0.0-11111111', '1.0.0-11111111'])
    // From now on the segment belongs to these two.
    await expect(start({ [`late${count}`]: [`${common}/c`] })).rejects.toThrow(
      `(stable): ${common} and everything below it belong to one remote`,
    )
    expect((await publish(other, '1.1.0', [`${common}/b`, `${common}/d`])).status).toBe(201)
    expect((await publish(other, '1.2.0', [`${common}/a`])).status).toBe(422)
  })

  test('a start may move a page from one remote to another', async () => {
    const { owner, other } = createNames()
    const dist = join(server().configuration.dataDir, `dist-of-${owner}`)
    writeShell(dist)
    writeRemote(dist, owner, { pages: [{ path: `/${owner}` }, { path: `/page${count}` }] })
    writeRemote(dist, other, { pages: [{ path: `/${other}` }] })
    await publishAtStartup(dist, server())
    writeRemote(dist, owner, { hash: '44444444', pages: [{ path: `/${owner}` }] })
    writeRemote(dist, other, { hash: '44444444', pages: [{ path: `/page${count}` }, { path: `/${other}` }] })
    await publishAtStartup(dist, server())
    expect([await stableOf(owner), await stableOf(other)]).toEqual(['1.0.0-44444444', '1.0.0-44444444'])
  })
})
