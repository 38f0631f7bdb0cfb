import { afterEach, expect, test, vi } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { reportStalledRollouts } from './watch-stalled-rollouts.ts'

const hourMs = 3_600_000
afterEach(() => vi.useRealTimers())

describeOnDatabases('rollouts that wait longer than expected', (server) => {
  const client = () => createRolloutClient(server())
  /** Advances the clock. Three servers look at the same time. */
  async function wait(hours: number): Promise<void> {
    vi.setSystemTime(Date.now() + hours * hourMs)
    await Promise.all([1, 2, 3].map(() => reportStalledRollouts(server())))
  }
  async function fetchWaits(rollout: string) {
    const { events } = (await client().get('/-/events')).json()
    return events.filter((event: { what: string; rollout: string }) => {
      return event.what === 'rollout.wait' && event.rollout === rollout
    })
  }

  test('are reported once, once more after each day, and again after a change', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await publishSite(server(), 'one')
    const { id } = await client().start('one', await client().publish('one', '1.1.0'))
    await client().step(id, 'advance')
    await client().step(id, 'pause', { reason: 'it blinks' })
    await wait(0.9)
    expect(await fetchWaits(id)).toEqual([])
    await wait(0.2)
    await wait(20)
    expect(await fetchWaits(id)).toMatchObject([
      {
        by: 'site',
        remote: 'one',
        reason: expect.stringContaining('has been paused for 66 minutes'),
        revision: null,
      },
    ])
    await wait(5)
    expect(await fetchWaits(id)).toHaveLength(2)
    await client().step(id, 'resume')
    await wait(0.9)
    expect(await fetchWaits(id)).toHaveLength(2)
    await wait(0.2)
    const waits = await fetchWaits(id)
    expect(waits).toHaveLength(3)
    expect(waits.at(-1).reason).toContain('no browser has reported a load for 66 minutes')
    await client().step(id, 'rollback', { reason: 'enough' })
    await wait(100)
    expect(await fetchWaits(id)).toHaveLength(3)
  })
})
