import { RemoteStateSchema, RemotesSchema, RolloutsSchema } from '@portico/protocol/rollout/rollout-api.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readAuditLog } from '../../testing/audit-log.ts'
import { describeOnDatabases, describeWithServer } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { followDiscovery } from '../discovery/follow-discovery.ts'

let count = 0
/** A remote name that no other test uses. */
const createName = () => `remote${++count}`

/** The id of the first release of every remote. */
const first = '1.0.0-0a1b2c3d'
const getReleaseId = (release: { version: string; hash: string } | undefined) =>
  release && `${release.version}-${release.hash}`

function prepareRollouts(server: () => TestServer) {
  const client = () => createRolloutClient(server())

  /** A remote whose first release is stable and whose second one is published. */
  async function publishTwice() {
    const remote = createName()
    await publishSite(server(), remote)
    const to = await client().publish(remote, '1.1.0')
    return { remote, to }
  }
  const fetchRemote = async (remote: string) => (await client().document()).remotes[remote]

  /** Changes the stored record of a release, as if it had been built for a shell with another version of React. */
  async function buildForOtherShell(remote: string, id: string) {
    const { db } = server()
    const { record } = await db
      .selectFrom('release')
      .select('record')
      .where('app', '=', remote)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const other = JSON.stringify({ ...JSON.parse(record), shared: { react: '^18.0.0' } })
    await db
      .updateTable('release')
      .set({ record: other })
      .where('app', '=', remote)
      .where('id', '=', id)
      .execute()
  }

  /** Marks the files of a release as removed. */
  async function collect(remote: string, id: string) {
    const release = server().db.updateTable('release').where('app', '=', remote).where('id', '=', id)
    await release.set({ collected_at: Date.now() }).execute()
  }
  return { client, publishTwice, fetchRemote, buildForOtherShell, collect }
}

describeOnDatabases('stored rollouts', (server) => {
  const { client, publishTwice, fetchRemote } = prepareRollouts(server)

  test('a rollout advances through its plan, with a revision and an event for each step', async () => {
    const { remote, to } = await publishTwice()
    const { id, status, share, missing } = await client().start(remote, '1.1.0')
    const before = (await client().document()).revision
    expect([status, share, missing]).toEqual([
      'running',
      0,
      ['needs manual approval: `advance` ends the testers’ step'],
    ])
    const shares: number[] = []
    for (const _ of [1, 2, 3, 4]) {
      const rollout = await client().step(id, 'advance')
      shares.push(rollout.share)
      const canary = (await fetchRemote(remote))?.canary
      expect([canary?.share, canary?.rollout, getReleaseId(canary?.release)]).toEqual([rollout.share, id, to])
      expect(getReleaseId((await fetchRemote(remote))?.stable)).toBe(first)
    }
    expect(shares).toEqual([500, 2_500, 5_000, 10_000])
    expect((await client().step(id, 'advance')).status).toBe('completed')
    const completed = await fetchRemote(remote)
    expect([getReleaseId(completed?.stable), getReleaseId(completed?.fallback), completed?.canary]).toEqual([
      to,
      first,
      undefined,
    ])
    const { revision } = await client().document()
    expect(revision).toBe(before + 5)
    const { events, tampering } = await readAuditLog(async (path) => (await client().get(path)).json())
    const own = events.filter((event) => event.rollout === id)
    expect(own.map(({ what }) => what)).toEqual(['rollout.start', ...Array(5).fill('rollout.advance')])
    expect(own.map((event) => event.revision)).toEqual([0, 1, 2, 3, 4, 5].map((step) => before + step))
    expect(tampering).toBeNull()
  })

  test('two simultaneous starts create one rollout', async () => {
    const { remote, to } = await publishTwice()
    const responses = await Promise.all(
      [1, 2, 3].map(() => client().post('/-/rollouts', { remote, to, plan: 'mid' })),
    )
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
  })

  test('a rolled-back release is quarantined unless it is forced with a reason', async () => {
    const { remote, to } = await publishTwice()
    const { id } = await client().start(remote, to)
    await client().step(id, 'rollback', { reason: 'it blinks' })
    const listed = (await client().get(`/-/releases/${remote}`)).json()
    expect(listed.releases[0]).toMatchObject({ id: to, quarantined: 'it blinks' })
    const again = { remote, to, plan: 'mid' }
    expect((await client().post('/-/rollouts', again)).json()).toMatchObject({
      code: 'release-quarantined',
      detail: expect.stringContaining('it blinks'),
    })
    expect((await client().post('/-/rollouts', { ...again, force: true })).json().code).toBe(
      'release-quarantined',
    )
    const forced = await client().post('/-/rollouts', { ...again, force: true, reason: 'it was the lamp' })
    expect(forced.statusCode).toBe(201)
    expect((await client().get(`/-/releases/${remote}`)).json().releases[0].quarantined).toBeNull()
  })

  test('of several builds of a version, a rollback takes the one that was stable', async () => {
    const { remote, to } = await publishTwice()
    const { db } = server()
    const built = await db
      .selectFrom('release')
      .selectAll()
      .where('app', '=', remote)
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    const again = {
      ...built,
      id: '1.0.0-99999999',
      stable_at: null,
      published_at: built.published_at + 1_000,
    }
    await db.insertInto('release').values(again).execute()
    await client().start(remote, to, 'now')
    const response = await client().post(`/-/remotes/${remote}/rollback`, { reason: 'x', to: '1.0.0' })
    expect(response.json()).toMatchObject({ stable: first })
  })

  test('two simultaneous rollbacks of a rollout do not roll back the previous release as well', async () => {
    const { remote, to } = await publishTwice()
    await client().start(remote, to, 'now')
    const { id } = await client().start(remote, await client().publish(remote, '1.2.0', '22222222'))
    await client().step(id, 'rollback', { reason: 'its reports' })
    const rollBack = async () =>
      (await client().post(`/-/remotes/${remote}/rollback`, { reason: 'on call' })).json()
    const again = await rollBack()
    expect(again).toMatchObject({ stable: to, fallback: first })
    expect(again.note).toMatch(
      /^Nothing was changed: 1\.2\.0-22222222 was rolled back \d+ seconds? ago \(its reports\), and everyone has .+name the release \(`--to <version>`\)\.$/,
    )
    const minuteAgo = Date.now() - 61_000
    await server().db.updateTable('rollout').set({ changed_at: minuteAgo }).where('id', '=', id).execute()
    expect(await rollBack()).toMatchObject({ stable: first, note: null })
  })

  test('restarting the site undoes nothing that a team has done', async () => {
    const { remote, to } = await publishTwice()
    const { id } = await client().start(remote, to)
    await client().step(id, 'advance')
    const before = await client().document()
    await publishSite(server(), remote)
    expect(await client().document()).toEqual(before)
    await client().step(id, 'rollback', { reason: 'x' })
    await client().start(remote, await client().publish(remote, '1.3.0', '33333333'), 'now')
    await publishSite(server(), remote)
    expect(getReleaseId((await fetchRemote(remote))?.stable)).toBe('1.3.0-33333333')
  })

  test('another server applies the change with its next poll, and revisions have no gaps', async () => {
    const { remote, to } = await publishTwice()
    const second = await openTestDatabase(server().configuration)
    const live = await followDiscovery({ ...server(), db: second.db })
    const { id } = await client().start(remote, to)
    await live.refresh()
    expect(live.read().remotes[remote]?.canary?.rollout).toBe(id)
    await live.stop()
    await second.close()
    const rows = await server().db.selectFrom('document').select('revision').orderBy('revision').execute()
    expect(rows.map(({ revision }) => revision)).toEqual(rows.map((_, at) => at + 1))
  })

  test('the latest rollout of every remote is listed, however many others there were since', async () => {
    const { remote, to } = await publishTwice()
    const { id } = await client().start(remote, to)
    const row = await server()
      .db.selectFrom('rollout')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const ended = { remote: 'busy', status: 'cancelled', started_at: row.started_at + 1 }
    const state = JSON.stringify({ ...JSON.parse(row.state), status: 'cancelled' })
    const others = Array.from({ length: 200 }, (_, at) => ({ ...row, ...ended, id: `r-${at}`, state }))
    await server().db.insertInto('rollout').values(others).execute()
    const { rollouts } = v.parse(RolloutsSchema, (await client().get('/-/rollouts')).json())
    expect(rollouts.find((rollout) => rollout.remote === remote)).toMatchObject({ id, status: 'running' })
    expect(rollouts[0]?.remote).toBe('busy')
  })
})

describeWithServer('rollouts', (server) => {
  const { client, publishTwice, fetchRemote, buildForOtherShell, collect } = prepareRollouts(server)

  test('a remote can have only one rollout in progress', async () => {
    const { remote, to } = await publishTwice()
    await client().start(remote, to)
    const other = await client().publish(remote, '1.2.0', '22222222')
    const response = await client().post('/-/rollouts', { remote, to: other, plan: 'mid' })
    expect([response.statusCode, response.json().code]).toEqual([409, 'rollout-in-progress'])
  })

  test('a rollback works while the remote is frozen and requires the rollback scope', async () => {
    const { remote, to } = await publishTwice()
    const { id } = await client().start(remote, to)
    await client().step(id, 'advance')
    await client().post(`/-/remotes/${remote}/freeze`, { reason: 'a holiday' })
    const onCall = await client().with('rollback:*')
    const response = await onCall.post(`/-/rollouts/${id}/rollback`, { reason: 'it blinks' })
    expect(response.json()).toMatchObject({ status: 'rolled-back', share: 0, reason: 'it blinks' })
    expect((await fetchRemote(remote))?.canary).toBeUndefined()
    expect((await onCall.post(`/-/rollouts/${id}/rollback`, { reason: 'again' })).json()).toMatchObject({
      status: 'rolled-back',
      reason: 'it blinks',
    })
    expect(getReleaseId((await fetchRemote(remote))?.stable)).toBe(first)
    expect((await onCall.post(`/-/rollouts/${id}/pause`, {})).json().code).toBe('insufficient-scope')
  })

  test('a pause keeps the share, a resume continues, and a cancel does not quarantine', async () => {
    const { remote, to } = await publishTwice()
    const { id } = await client().start(remote, to)
    await client().step(id, 'advance')
    expect(await client().step(id, 'pause', { reason: 'lunch' })).toMatchObject({
      status: 'paused',
      share: 500,
      reason: 'lunch',
      missing: ['needs to be resumed: lunch'],
    })
    expect((await fetchRemote(remote))?.canary?.share).toBe(500)
    expect((await client().post(`/-/rollouts/${id}/advance`, {})).json().code).toBe('rollout-paused')
    expect((await client().step(id, 'resume')).status).toBe('running')
    await client().step(id, 'pause')
    expect((await client().step(id, 'cancel')).status).toBe('cancelled')
    expect((await fetchRemote(remote))?.canary).toBeUndefined()
    expect((await client().start(remote, to)).status).toBe('running')
  })

  test('a step ends early only with a reason, which the audit log keeps; the testers’ step needs none', async () => {
    const { remote, to } = await publishTwice()
    const { id } = await client().start(remote, to)
    expect((await client().post(`/-/rollouts/${id}/advance`, {})).statusCode).toBe(200)
    const refused = await client().post(`/-/rollouts/${id}/advance`, {})
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'reason-required',
        detail: expect.stringMatching(/incomplete: it needs [\d,]+ more loads/),
        hint: expect.stringContaining('--reason'),
      }),
    ])
    expect((await client().rollout(id)).step).toBe(1)
    const reason = 'the support team has tried it'
    expect((await client().post(`/-/rollouts/${id}/advance`, { reason })).json().step).toBe(2)
    const { events } = (await client().get('/-/events')).json()
    expect(events.at(-1)).toMatchObject({ what: 'rollout.advance', rollout: id, reason })
  })

  test('advancing to a named share needs a reason, and is audited and notified of', async () => {
    const { remote, to } = await publishTwice()
    const { id } = await client().start(remote, to)
    const advance = (body: object) => client().post(`/-/rollouts/${id}/advance`, body)
    expect((await advance({ to: 3_000 })).json()).toMatchObject({
      code: 'reason-required',
      detail: 'Advancing to 30 % leaves out what the plan compares before.',
    })
    const reason = 'a security fix'
    expect((await advance({ to: 3_000, reason })).json()).toMatchObject({ share: 3_000, step: 2 })
    expect((await fetchRemote(remote))?.canary?.share).toBe(3_000)
    expect((await advance({ to: 500, reason })).json().code).toBe('share-too-small')
    expect((await advance({ to: 10_000, reason })).json()).toMatchObject({ share: 10_000, status: 'running' })
    const { events } = (await client().get('/-/events')).json()
    expect(events.at(-1)).toMatchObject({ what: 'rollout.advance', rollout: id, reason })
  })

  test('a rollout changes to another plan or to own steps, and no visitor changes arms', async () => {
    const { remote, to } = await publishTwice()
    const { id } = await client().start(remote, to)
    await client().step(id, 'advance')
    const change = async (body: object) => (await client().post(`/-/rollouts/${id}/plan`, body)).json()
    const reason = 'fewer visitors than expected'
    const steps = [{ percent: 4 }, { percent: 60, minutes: 30 }, { percent: 100 }]
    const changed = await change({ plan: 'mid', steps, reason })
    expect(changed).toMatchObject({ share: 500, step: 1 })
    expect(changed.plan.steps.map(({ share }: { share: number }) => share)).toEqual([0, 400, 6_000, 10_000])
    expect((await fetchRemote(remote))?.canary).toMatchObject({ share: 500, rollout: id })
    const { events } = (await client().get('/-/events')).json()
    expect(events.at(-1)).toMatchObject({
      what: 'rollout.plan',
      rollout: id,
      reason,
      after: { rollout: { plan: 'mid', shares: [0, 400, 6_000, 10_000] } },
    })
    for (const wrong of [{ plan: 'low' }, { plan: 'now', reason }, { plan: 'low', steps: [], reason }])
      expect((await change(wrong)).code).toBe('invalid-request')
    expect((await change({ reason })).code).toBe('plan-required')
    // Last, because this plan may take its next step at any moment.
    expect(await change({ plan: 'low', reason })).toMatchObject({
      share: 500,
      step: 0,
      status: 'running',
      plan: { name: 'low' },
    })
    await client().step(id, 'rollback', { reason })
    expect((await change({ reason })).code).toBe('rollout-not-in-progress')
  })

  test('a release brings its plan, which the start can replace', async () => {
    const { remote, to } = await publishTwice()
    expect((await client().post('/-/rollouts', { remote, to })).json()).toMatchObject({
      code: 'plan-required',
      hint: expect.stringContaining('--plan low'),
    })
    const rollout = { plan: 'mid', steps: [{ percent: 2 }, { percent: 100 }] }
    const release = server().db.updateTable('release').where('app', '=', remote).where('id', '=', to)
    const { record } = await server()
      .db.selectFrom('release')
      .select('record')
      .where('app', '=', remote)
      .where('id', '=', to)
      .executeTakeFirstOrThrow()
    await release.set({ record: JSON.stringify({ ...JSON.parse(record), rollout }) }).execute()
    const start = async (body: object) => {
      const started = (await client().post('/-/rollouts', { remote, to, ...body })).json()
      await client().step(started.id, 'pause')
      await client().step(started.id, 'cancel')
      return started.plan.steps.map(({ share }: { share: number }) => share / 100)
    }
    expect(await start({})).toEqual([0, 2, 100])
    expect(await start({ steps: [{ percent: 40 }, { percent: 100 }] })).toEqual([0, 40, 100])
    expect(await start({ plan: 'low' })).toEqual([0, 20, 50, 100])
  })

  test('the list of remotes says what visitors get of each', async () => {
    const { remote, to } = await publishTwice()
    await client().start(remote, to, 'now')
    await client().publish('unreleased', '1.0.0', '33333333')
    await client().post(`/-/remotes/${remote}/freeze`, { reason: 'holidays' })
    const { remotes } = v.parse(RemotesSchema, (await client().get('/-/remotes')).json())
    expect(remotes.map(({ remote: name }) => name)).toEqual(
      remotes.map(({ remote: name }) => name).toSorted(),
    )
    expect(remotes).toContainEqual(
      expect.objectContaining({ remote, stable: to, fallback: first, off: null, frozen: 'holidays' }),
    )
    expect(remotes).toContainEqual(expect.objectContaining({ remote: 'unreleased', stable: null }))
  })

  test('the list of remotes is refused to a token without the permission that the request names', async () => {
    const team = await client().with('publish:one', 'rollout:*')
    const ask = async (scope: string) => {
      const response = await team.get(`/-/remotes?scope=${scope}`)
      return response.statusCode === 200 ? 'ok' : response.json().code
    }
    expect(await ask('publish:one')).toBe('ok')
    expect(await ask('rollout:two')).toBe('ok')
    expect(await ask('publish:two')).toBe('insufficient-scope')
    for (const scope of ['', 'publish', 'publish:', 'publish:*', 'admin', 'other:one', 'publish:one:two'])
      expect([scope, await ask(scope)]).toEqual([scope, 'invalid-request'])
    expect((await team.get('/-/remotes')).statusCode).toBe(200)
  })

  test('a rollback keeps the newest healthy release as the fallback, which the next one returns to', async () => {
    const { remote, to } = await publishTwice()
    const [third, fourth] = [
      await client().publish(remote, '2.0.0', '22222222'),
      await client().publish(remote, '3.0.1', '33333333'),
    ]
    for (const id of [to, third, fourth]) await client().start(remote, id, 'now')
    const rollBack = async (named?: string) => {
      const body = { reason: 'it blinks', ...(named && { to: named }) }
      return (await client().post(`/-/remotes/${remote}/rollback`, body)).json()
    }
    expect(await rollBack()).toMatchObject({ stable: third, fallback: to })
    expect(getReleaseId((await fetchRemote(remote))?.fallback)).toBe(to)
    expect(await rollBack('1.0.0')).toMatchObject({ stable: first, fallback: to })
  })

  test.each([
    { what: 'does not fit the shell', spoil: buildForOtherShell },
    { what: 'has lost its files', spoil: collect },
  ])('a release that $what does not become the fallback', async ({ spoil }) => {
    const { remote, to } = await publishTwice()
    const third = await client().publish(remote, '2.0.0', '22222222')
    const fourth = await client().publish(remote, '3.0.1', '33333333')
    for (const id of [to, third, fourth]) await client().start(remote, id, 'now')
    await spoil(remote, to)
    const response = await client().post(`/-/remotes/${remote}/rollback`, { reason: 'it blinks' })
    expect(response.json()).toMatchObject({ stable: third, fallback: first })
  })

  test('a completed release can be rolled back to the previous one or to a named one', async () => {
    const { remote, to } = await publishTwice()
    await client().start(remote, to, 'now')
    const third = await client().publish(remote, '1.2.0', '22222222')
    await client().start(remote, third, 'now')
    expect(getReleaseId((await fetchRemote(remote))?.fallback)).toBe(to)
    const back = await client().post(`/-/remotes/${remote}/rollback`, { reason: 'it blinks' })
    expect(v.parse(RemoteStateSchema, back.json())).toMatchObject({ stable: to, fallback: first })
    const { rollouts } = v.parse(RolloutsSchema, (await client().get('/-/rollouts')).json())
    expect(rollouts.find((rollout) => rollout.remote === remote)).toMatchObject({
      to: third,
      status: 'rolled-back',
      share: 0,
      reason: 'it blinks',
    })
    const named = await client().post(`/-/remotes/${remote}/rollback`, { reason: 'too', to: '1.0.0' })
    expect(named.json()).toMatchObject({ stable: first })
    const again = await client().post(`/-/remotes/${remote}/rollback`, { reason: 'more' })
    expect(again.json()).toMatchObject({
      stable: first,
      note: expect.stringContaining('Nothing was changed'),
    })
    const unknown = await client().post(`/-/remotes/${remote}/rollback`, { reason: 'x', to: '9.9.9' })
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'release-unknown'])
  })

  test('a rollback to a release that was never stable changes nothing, even with its full id', async () => {
    const { remote, to } = await publishTwice()
    const onCall = await client().with('rollback:*')
    const rollBack = (named: string) =>
      onCall.post(`/-/remotes/${remote}/rollback`, { reason: 'a shortcut', to: named })
    for (const named of ['1.1.0', to]) {
      const response = await rollBack(named)
      expect([response.statusCode, response.json()]).toMatchObject([
        409,
        {
          code: 'release-never-stable',
          detail: expect.stringContaining(`stable before (${first}), got ${to}`),
        },
      ])
    }
    await client().start(remote, to)
    expect((await rollBack(to)).json().code).toBe('rollout-in-progress')
    expect(getReleaseId((await fetchRemote(remote))?.stable)).toBe(first)
  })

  test('a rollback can’t name a release that was rolled back or does not fit the shell', async () => {
    const { remote, to } = await publishTwice()
    await client().start(remote, to, 'now')
    await client().start(remote, await client().publish(remote, '1.2.0', '22222222'), 'now')
    const rollBack = async (named?: string) =>
      (
        await client().post(`/-/remotes/${remote}/rollback`, { reason: 'x', ...(named && { to: named }) })
      ).json()
    expect(await rollBack()).toMatchObject({ stable: to })
    expect(await rollBack('1.2.0')).toMatchObject({
      code: 'release-quarantined',
      detail: expect.stringContaining('Name another release, or roll it out again with'),
    })
    await buildForOtherShell(remote, first)
    expect(await rollBack('1.0.0')).toMatchObject({
      code: 'release-incompatible',
      detail: expect.stringContaining('react: expected a range that includes 19.3.1'),
    })
    expect(getReleaseId((await fetchRemote(remote))?.stable)).toBe(to)
  })

  test('a rollback skips a previous release that does not fit the shell, and says so', async () => {
    const { remote, to } = await publishTwice()
    const third = await client().publish(remote, '1.2.0', '22222222')
    for (const id of [to, third]) await client().start(remote, id, 'now')
    await buildForOtherShell(remote, to)
    const rollBack = () => client().post(`/-/remotes/${remote}/rollback`, { reason: 'it blinks' })
    expect((await rollBack()).json()).toMatchObject({
      stable: first,
      note: `${to} can’t run in the live shell, so everyone gets ${first}.`,
    })
    expect(getReleaseId((await fetchRemote(remote))?.stable)).toBe(first)
  })

  test('a rollback is not refused if no release from before fits the shell, but warns', async () => {
    const { remote, to } = await publishTwice()
    await client().start(remote, to, 'now')
    await buildForOtherShell(remote, first)
    const response = await client().post(`/-/remotes/${remote}/rollback`, { reason: 'it blinks' })
    expect(response.json()).toMatchObject({
      stable: first,
      note: expect.stringContaining(`${first} can’t run in the live shell, and no earlier release can`),
    })
  })

  test('a remote can be switched off and on, frozen and unfrozen', async () => {
    const { remote, to } = await publishTwice()
    const state = async (verb: string) =>
      (await client().post(`/-/remotes/${remote}/${verb}`, { reason: 'an attack' })).json()
    expect(await state('off')).toMatchObject({ off: 'an attack' })
    expect((await fetchRemote(remote))?.off).toBe('an attack')
    expect(await state('on')).toMatchObject({ off: null })
    expect((await fetchRemote(remote))?.off).toBeUndefined()
    expect(await state('freeze')).toMatchObject({ frozen: 'an attack' })
    const { id, status } = await client().start(remote, to)
    expect([status, (await fetchRemote(remote))?.canary]).toEqual(['pending', undefined])
    await state('unfreeze')
    expect((await client().rollout(id)).status).toBe('running')
  })

  test('a first release always goes to everyone immediately', async () => {
    await publishSite(server())
    const remote = createName()
    const to = await client().publish(remote, '1.0.0')
    expect((await client().post('/-/rollouts', { remote, to, plan: 'low' })).json().code).toBe(
      'first-release',
    )
    expect((await client().start(remote, to, 'now')).status).toBe('completed')
    expect((await fetchRemote(remote))?.team).toBe(`${remote} team`)
  })
})
