import { findBrokenEvent } from '@portico/shared/rollout/audit-chain.ts'
import { EventsSchema, RemoteStateSchema } from '@portico/shared/rollout/rollout-api.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { makeStager, publishSite } from '../../testing/rollout-site.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { followDiscovery } from '../discovery/follow-discovery.ts'

let last = 0
/** A name that no other test has. */
const fresh = () => `remote${++last}`

describeOnDatabases('rollouts', (server) => {
  const stager = () => makeStager(server())
  const first = '1.0.0-0a1b2c3d'

  /** A remote whose first release everyone has, and a second one that is published. */
  async function staged() {
    const remote = fresh()
    await publishSite(server(), remote)
    const to = await stager().publish(remote, '1.1.0')
    return { remote, to }
  }
  const shown = async (remote: string) => (await stager().document()).remotes[remote]
  const idOf = (release: { version: string; hash: string } | undefined) =>
    release && `${release.version}-${release.hash}`

  test('a release walks through its plan to everyone, with a revision and an event for each step', async () => {
    const { remote, to } = await staged()
    const { id, status, share, salt, missing } = await stager().start(remote, '1.1.0')
    const before = (await stager().document()).revision
    expect([status, share, missing]).toEqual(['running', 0, ['Waiting for manual approval']])
    const shares: number[] = []
    for (const _ of [1, 2, 3, 4]) {
      const rollout = await stager().step(id, 'advance')
      shares.push(rollout.share)
      const canary = (await shown(remote))?.canary
      expect([canary?.share, canary?.salt, canary?.rollout, idOf(canary?.release)]).toEqual([
        rollout.share,
        salt,
        id,
        to,
      ])
      expect(idOf((await shown(remote))?.stable)).toBe(first)
    }
    expect(shares).toEqual([500, 2_500, 5_000, 10_000])
    expect((await stager().step(id, 'advance')).status).toBe('completed')
    const completed = await shown(remote)
    expect([idOf(completed?.stable), idOf(completed?.fallback), completed?.canary]).toEqual([
      to,
      first,
      undefined,
    ])
    const { revision } = await stager().document()
    expect(revision).toBe(before + 5)
    const { events } = v.parse(EventsSchema, (await stager().get('/-/events')).json())
    const own = events.filter((event) => event.rollout === id)
    expect(own.map(({ what }) => what)).toEqual(['rollout.start', ...Array(5).fill('rollout.advance')])
    expect(own.map((event) => event.revision)).toEqual([0, 1, 2, 3, 4, 5].map((step) => before + step))
    expect(await findBrokenEvent(events)).toBeNull()
  })

  test('a remote has one rollout at a time', async () => {
    const { remote, to } = await staged()
    await stager().start(remote, to)
    const other = await stager().publish(remote, '1.2.0', '22222222')
    const answer = await stager().post('/-/rollouts', { remote, to: other, plan: 'mid' })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'rollout-in-progress'])
  })

  test('two starts at one moment give one rollout', async () => {
    const { remote, to } = await staged()
    const answers = await Promise.all(
      [1, 2, 3].map(() => stager().post('/-/rollouts', { remote, to, plan: 'mid' })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
  })

  test('a rollback sends everyone back at once, through a freeze, by whoever may roll back only', async () => {
    const { remote, to } = await staged()
    const { id } = await stager().start(remote, to)
    await stager().step(id, 'advance')
    await stager().post(`/-/remotes/${remote}/freeze`, { reason: 'a holiday' })
    const onCall = await stager().with('rollback:*')
    const answer = await onCall.post(`/-/rollouts/${id}/rollback`, { reason: 'it blinks' })
    expect(answer.json()).toMatchObject({ status: 'rolled-back', share: 0, reason: 'it blinks' })
    expect((await shown(remote))?.canary).toBeUndefined()
    expect((await onCall.post(`/-/rollouts/${id}/rollback`, { reason: 'again' })).json()).toMatchObject({
      status: 'rolled-back',
      reason: 'it blinks',
    })
    expect(idOf((await shown(remote))?.stable)).toBe(first)
    expect((await onCall.post(`/-/rollouts/${id}/pause`, {})).json().code).toBe('insufficient-scope')
  })

  test('what was rolled back is quarantined, until it is forced with a reason', async () => {
    const { remote, to } = await staged()
    const { id } = await stager().start(remote, to)
    await stager().step(id, 'rollback', { reason: 'it blinks' })
    const listed = (await stager().get(`/-/releases/${remote}`)).json()
    expect(listed.releases[0]).toMatchObject({ id: to, quarantined: 'it blinks' })
    const again = { remote, to, plan: 'mid' }
    expect((await stager().post('/-/rollouts', again)).json()).toMatchObject({
      code: 'release-quarantined',
      detail: expect.stringContaining('it blinks'),
    })
    expect((await stager().post('/-/rollouts', { ...again, force: true })).json().code).toBe(
      'release-quarantined',
    )
    const forced = await stager().post('/-/rollouts', { ...again, force: true, reason: 'it was the lamp' })
    expect(forced.statusCode).toBe(201)
    expect((await stager().get(`/-/releases/${remote}`)).json().releases[0].quarantined).toBeNull()
  })

  test('a pause keeps the share, a resume goes on, a cancel ends it without a quarantine', async () => {
    const { remote, to } = await staged()
    const { id } = await stager().start(remote, to)
    await stager().step(id, 'advance')
    expect(await stager().step(id, 'pause', { reason: 'lunch' })).toMatchObject({
      status: 'paused',
      share: 500,
      reason: 'lunch',
      missing: ['needs to be resumed: lunch'],
    })
    expect((await shown(remote))?.canary?.share).toBe(500)
    expect((await stager().post(`/-/rollouts/${id}/advance`, {})).json().code).toBe('rollout-paused')
    expect((await stager().step(id, 'resume')).status).toBe('running')
    await stager().step(id, 'pause')
    expect((await stager().step(id, 'cancel')).status).toBe('cancelled')
    expect((await shown(remote))?.canary).toBeUndefined()
    expect((await stager().start(remote, to)).status).toBe('running')
  })

  test('a completed release is rolled back to the one before, or to a named one', async () => {
    const { remote, to } = await staged()
    await stager().start(remote, to, 'now')
    const third = await stager().publish(remote, '1.2.0', '22222222')
    await stager().start(remote, third, 'now')
    expect(idOf((await shown(remote))?.fallback)).toBe(to)
    const back = await stager().post(`/-/remotes/${remote}/rollback`, { reason: 'it blinks' })
    expect(v.parse(RemoteStateSchema, back.json())).toMatchObject({ stable: to, fallback: null })
    const named = await stager().post(`/-/remotes/${remote}/rollback`, { reason: 'too', to: '1.0.0' })
    expect(named.json()).toMatchObject({ stable: first })
    expect((await stager().post(`/-/remotes/${remote}/rollback`, { reason: 'more' })).json().code).toBe(
      'no-previous-release',
    )
    const unknown = await stager().post(`/-/remotes/${remote}/rollback`, { reason: 'x', to: '9.9.9' })
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'release-unknown'])
  })

  test('two simultaneous rollbacks of a rollout do not roll back the previous release as well', async () => {
    const { remote, to } = await staged()
    await stager().start(remote, to, 'now')
    const { id } = await stager().start(remote, await stager().publish(remote, '1.2.0', '22222222'))
    await stager().step(id, 'rollback', { reason: 'its reports' })
    const rollBack = async () =>
      (await stager().post(`/-/remotes/${remote}/rollback`, { reason: 'on call' })).json()
    const again = await rollBack()
    expect(again).toMatchObject({ stable: to, fallback: first })
    expect(again.note).toMatch(
      /^Nothing was changed: 1\.2\.0-22222222 was rolled back \d+ seconds ago \(its reports\), and everyone has .+"to" \(`--to <version>`\)\.$/,
    )
    const minuteAgo = Date.now() - 61_000
    await server().db.updateTable('rollout').set({ changed_at: minuteAgo }).where('id', '=', id).execute()
    expect(await rollBack()).toMatchObject({ stable: first, note: null })
  })

  test('off and on, freeze and unfreeze', async () => {
    const { remote, to } = await staged()
    const state = async (verb: string) =>
      (await stager().post(`/-/remotes/${remote}/${verb}`, { reason: 'an attack' })).json()
    expect(await state('off')).toMatchObject({ off: 'an attack' })
    expect((await shown(remote))?.off).toBe('an attack')
    expect(await state('on')).toMatchObject({ off: null })
    expect((await shown(remote))?.off).toBeUndefined()
    expect(await state('freeze')).toMatchObject({ frozen: 'an attack' })
    const { id, status } = await stager().start(remote, to)
    expect([status, (await shown(remote))?.canary]).toEqual(['pending', undefined])
    await state('unfreeze')
    expect((await stager().rollout(id)).status).toBe('running')
  })

  test('a first release goes to everyone at once, and only so', async () => {
    await publishSite(server())
    const remote = fresh()
    const to = await stager().publish(remote, '1.0.0')
    expect((await stager().post('/-/rollouts', { remote, to, plan: 'low' })).json().code).toBe(
      'first-release',
    )
    expect((await stager().start(remote, to, 'now')).status).toBe('completed')
    expect((await shown(remote))?.team).toBe(`${remote} team`)
  })

  test('a start of the site undoes nothing that a team has done', async () => {
    const { remote, to } = await staged()
    const { id } = await stager().start(remote, to)
    await stager().step(id, 'advance')
    const before = await stager().document()
    await publishSite(server(), remote)
    expect(await stager().document()).toEqual(before)
    await stager().step(id, 'rollback', { reason: 'x' })
    await stager().start(remote, await stager().publish(remote, '1.3.0', '33333333'), 'now')
    await publishSite(server(), remote)
    expect(idOf((await shown(remote))?.stable)).toBe('1.3.0-33333333')
  })

  test('another server has the change with its next look, and revisions have no gap', async () => {
    const { remote, to } = await staged()
    const second = await openTestDatabase(server().configuration)
    const live = await followDiscovery({ ...server(), db: second.db })
    const { id } = await stager().start(remote, to)
    await live.refresh()
    expect(live.read().remotes[remote]?.canary?.rollout).toBe(id)
    await live.stop()
    await second.close()
    const rows = await server().db.selectFrom('document').select('revision').orderBy('revision').execute()
    expect(rows.map(({ revision }) => revision)).toEqual(rows.map((_, at) => at + 1))
  })
})
