import { patience } from '@portico/kit/testing/patience.ts'
import { reportTokenCookie } from '@portico/protocol/discovery/report-token-cookie.ts'
import { RolloutsSchema } from '@portico/protocol/rollout/rollout-api.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { packRemote, packShell } from '../../testing/archives.ts'
import type { TestShell } from '../../testing/builds.ts'
import { createSecond, first, path, prepareShellSite, second } from '../../testing/shell-site.ts'

const { client, advance, startSecond, open, createVisitors } = prepareShellSite()

const live = async () => (await client().document()).shell

describe('a release of the shell', () => {
  test('is published, rolled out in steps and completed like a remote’s', async () => {
    const rollout = await startSecond()
    expect(rollout).toMatchObject({ remote: 'shell', from: first, to: second, share: 5_000 })
    expect(await live()).toMatchObject({ version: '1.0.0', canary: { rollout: rollout.id, share: 5_000 } })
    for (const verb of ['pause', 'resume', 'advance', 'advance']) await client().step(rollout.id, verb)
    expect(await live()).toMatchObject({ version: '2.0.0' })
    const { rollouts } = v.parse(RolloutsSchema, (await client().get('/-/rollouts')).json())
    expect(rollouts.find(({ id }) => id === rollout.id)?.status).toBe('completed')
    expect((await client().get('/-/remotes')).json()).toMatchObject({
      remotes: [{ remote: 'new' }, { remote: 'shell', stable: second, fallback: first }],
    })
    expect((await client().get('/-/releases/shell')).json()).toMatchObject({
      team: 'shell',
      stable: second,
      releases: [{ id: second }, { id: first }],
    })
    expect((await client().get(`/-/releases/shell/2.0.0`)).json()).toMatchObject({
      id: second,
      evidence: { rollout: { id: rollout.id, status: 'completed' } },
      statement: {},
    })
  })

  test('is rolled back during and after its rollout, also to an earlier one that lacks what remotes need', async () => {
    const { id } = await startSecond()
    const roll = (body: object) => client().post('/-/remotes/shell/rollback', { reason: 'broken', ...body })
    expect((await client().step(id, 'rollback', { reason: 'broken' })).status).toBe('rolled-back')
    expect(await live()).not.toHaveProperty('canary')
    const again = { remote: 'shell', to: '2.0.0', plan: 'mid' }
    expect((await client().post('/-/rollouts', again)).json()).toMatchObject({ code: 'release-quarantined' })
    await client().publishShell('3.0.0', createSecond({ provides: { react: '19.9.0' } }))
    await client().start('shell', '3.0.0', 'now')
    const archive = await packRemote('new', { version: '2.0.0', record: { shared: { react: '19.9.0' } } })
    expect((await client().archive('PUT', '/-/releases/new/2.0.0', archive)).statusCode).toBe(201)
    await client().start('new', '2.0.0', 'now')
    expect((await roll({ to: '1.0.0' })).json()).toMatchObject({ stable: first })
    // Its visitors get the release of the remote before, which runs in it.
    const { remotes } = readPageData((await open('')).body)
    expect(remotes).toMatchObject([{ name: 'new', release: { version: '1.0.0' } }])
  })

  test('needs a permission that names it, but anyone who may roll back all remotes may roll it back', async () => {
    await client().publishShell('2.0.0', createSecond())
    const body = { remote: 'shell', to: '2.0.0', plan: 'mid' }
    const [all, own] = [await client().with('rollout:*', 'rollback:*'), await client().with('rollout:shell')]
    expect((await all.post('/-/rollouts', body)).json().code).toBe('insufficient-scope')
    expect((await own.post('/-/rollouts', body)).statusCode).toBe(201)
    const rolledBack = await all.post('/-/remotes/shell/rollback', { reason: 'broken' })
    expect(rolledBack.statusCode).toBe(200)
  })

  test('can’t be turned off, but frozen', async () => {
    await client().publishShell('2.0.0', createSecond())
    const off = await client().post('/-/remotes/shell/off', { reason: 'a test' })
    expect([off.statusCode, off.json().detail]).toEqual([400, expect.stringContaining('can’t be turned off')])
    await client().post('/-/remotes/shell/freeze', { reason: 'a test' })
    expect((await client().start('shell', '2.0.0')).status).toBe('pending')
    expect(await live()).not.toHaveProperty('canary')
  })

  test.each<[string, TestShell, object]>([
    ['speaks a newer protocol than the server', { protocolVersion: 99 }, { isOk: false }],
    ['can’t run a live remote', { provides: { react: '20.0.0' } }, { isOk: true, isWarning: true }],
    ['was built under another version', { version: '2.0.0-next' }, { isOk: false, check: 'folder' }],
  ])('that %s is reported', async (_, changes, expected) => {
    const { files, ...shell } = createSecond(changes)
    const entry = `load('/r/shell/2.0.0-0a1b2c3d/')`
    const { version = '2.0.0' } = changes
    const archive = await packShell({ version, ...shell, files: { ...files, 'index.js': entry } })
    const { findings } = (
      await client().archive('POST', `/-/releases/shell/${version}/check`, archive)
    ).json()
    expect(findings.find((finding: { message: string }) => finding.message !== 'ok')).toMatchObject(expected)
  })

  test('isn’t compared with one that can’t report', async () => {
    await client().publishShell('2.0.0', createSecond({ protocolVersion: 1 }))
    await client().start('shell', '2.0.0', 'now')
    await client().publishShell('3.0.0', { ...createSecond(), hash: '33333333' })
    const refused = await client().post('/-/rollouts', { remote: 'shell', to: '3.0.0', plan: 'mid' })
    expect(refused.json()).toMatchObject({ code: 'first-release' })
    expect((await client().start('shell', '3.0.0', 'now')).status).toBe('completed')
    // The one before would refuse page data that names a rollout, so no page continues with it.
    expect(readPageData((await open('')).body)).not.toHaveProperty('shell')
  })
})

describe('reports about the shell', () => {
  test('count for its rollout, and roll back what fails', async () => {
    const rollout = await startSecond()
    const { browsers } = createVisitors(rollout)
    for (let at = 0; at < 30; at += 1)
      for (const arm of ['canary', 'stable'] as const) {
        const visitor = browsers.visitor(arm, 5_000, `198.18.${at + (arm === 'canary' ? 100 : 0)}.7`)
        const failed = { outcome: 'network', phase: 'entry', fellBackTo: first } as const
        await browsers.send([browsers.load(arm, arm === 'canary' ? failed : {})], { visitor })
      }
    await vi.waitFor(async () => {
      expect(await client().rollout(rollout.id)).toMatchObject({
        status: 'rolled-back',
        counts: { stable: { failures: 0 } }, // it may be over before the last one reports
      })
      expect(await live()).not.toHaveProperty('canary')
    }, patience)
  })

  test('count what depends on the browser’s cache from a visitor’s second page on', async () => {
    const rollout = await startSecond()
    const { browsers } = createVisitors(rollout)
    const arms = ['canary', 'stable'] as const
    const visitors = arms.map((arm, at) => [arm, browsers.visitor(arm, 5_000, `198.18.${at}.7`)] as const)
    for (const [arm, visitor] of visitors) {
      await browsers.send([browsers.load(arm, { outcome: 'left' })], { visitor })
      const sent = { visitor, token: await browsers.openPage(visitor) }
      await browsers.send([browsers.load(arm)], sent)
      await browsers.vital(arm, ['load', 900], sent)
    }
    const counted = { canary: { loads: 1, failures: 0 }, stable: { loads: 1, failures: 0 } }
    const expectCounted = (expected: object) =>
      vi.waitFor(async () => {
        expect(await client().rollout(rollout.id)).toMatchObject({ counts: counted, ...expected })
      }, patience)
    await expectCounted({ signals: [], vitals: [] })
    for (const [arm, visitor] of visitors) {
      await browsers.send([browsers.load(arm, { outcome: 'left' })], { visitor })
      await browsers.vital(arm, ['load', 900], { visitor })
    }
    await expectCounted({ signals: [{ name: 'leave', canary: 1, stable: 1 }], vitals: [{ name: 'load' }] })
  })

  test('are allowed for the arms of the shell and of remotes at once', async () => {
    const archive = await packRemote('new', { version: '1.1.0', hash: '33333333', pages: [{ path }] })
    await client().archive('PUT', '/-/releases/new/1.1.0', archive)
    const remote = await client().start('new', '1.1.0')
    await advance(remote)
    const { canary } = createVisitors(await startSecond())
    const { cookies } = await open(canary.cookie)
    const token = cookies.find(({ name }) => name === reportTokenCookie)?.value ?? ''
    const { arms } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    expect(Object.keys(arms)).toHaveLength(2)
  })
})

test('the public document tells open pages which shell is current and the canary’s share, and nothing that older pages refuse', async () => {
  await startSecond()
  const { shell } = (await client().get('/-/discovery.json')).json()
  const release = ['version', 'hash', 'js', 'css', 'fonts']
  expect(Object.keys(shell)).toEqual([...release, 'canary'])
  expect(Object.keys(shell.canary.release)).toEqual(release)
  expect(shell.canary.share).toBe(5_000)
})
